//! Enums whose members have words.

/// Defines an enum with a word for each member: `ALL` lists the members in the order of declaration, `as_str` returns the
/// word of a member, which `Display` and `Serialize` write, and `name` returns its name in the source.
macro_rules! word_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$note:meta])* $member:ident = $word:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$note])* $member,)+
        }

        impl $name {
            /// All members, in the order of declaration.
            $visibility const ALL: [Self; [$($word),+].len()] = [$(Self::$member),+];

            /// The word for it.
            $visibility const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$member => $word,)+
                }
            }

            /// The name in the source.
            #[allow(dead_code, reason = "few enums need it")]
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$member => stringify!($member),)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(crate) use word_enum;
