//! HTML building blocks; all text is escaped.

use serde::Serialize;
use std::fmt::Write;

/// Escapes text for elements and quoted attributes. Control characters, which HTML forbids, are replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON on one line for a script element. `<` is escaped, so that no text can end the element. Numbers that are not
/// finite become `null`.
pub fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data with text keys has a JSON form");
    text.replace('<', "\\u003c")
}

/// Fills the placeholders `{{name}}` of a template. Inserted text is not scanned again.
pub fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, next) = after
            .split_once("}}")
            .expect("the template closes what it opens");
        filled.push_str(before);
        filled.push_str(&value(name));
        rest = next;
    }
    filled + rest
}

/// A description list of names and values.
pub fn facts<N: AsRef<str>>(facts: &[(N, String)]) -> String {
    let mut html = String::from("<dl class=\"facts\">");
    for (name, value) in facts {
        let (name, value) = (escape(name.as_ref()), escape(value));
        // Writing to a string cannot fail.
        let _ = write!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    html + "</dl>\n"
}

/// A table. The first column is the row header; columns of numbers are aligned to the right.
pub struct HtmlTable {
    pub caption: &'static str,
    /// The column headers, and true for columns of numbers.
    pub heads: Vec<(String, bool)>,
    /// The rows; each has one cell per column.
    pub rows: Vec<Vec<String>>,
}

impl HtmlTable {
    pub fn html(&self) -> String {
        let class = |column: usize| match self.heads.get(column) {
            Some((_, true)) => " class=\"figure\"",
            _ => "",
        };
        let caption = escape(self.caption);
        let mut html =
            format!("<div class=\"wide\"><table><caption>{caption}</caption><thead><tr>");
        // Writing to a string cannot fail.
        for (column, (head, _)) in self.heads.iter().enumerate() {
            let (class, head) = (class(column), escape(head));
            let _ = write!(html, "<th scope=\"col\"{class}>{head}</th>");
        }
        html.push_str("</tr></thead><tbody>");
        for row in &self.rows {
            html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let cell = escape(cell);
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\">{cell}</th>"),
                    _ => write!(html, "<td{}>{cell}</td>", class(column)),
                };
            }
            html.push_str("</tr>");
        }
        html + "</tbody></table></div>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, fill, json};

    #[test]
    fn text_stays_text() {
        assert_eq!(
            escape("<b a='\"'>&\0\n"),
            "&lt;b a=&#39;&quot;&#39;&gt;&amp;\u{fffd}\n"
        );
    }

    #[test]
    fn json_cannot_end_its_element() {
        let text = "</script><!-- <script> \u{2028} \0";
        let written = json(&text);
        assert!(!written.contains('<') && !written.contains('\0'));
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        assert_eq!(json(&[1.0, f64::NAN, f64::INFINITY]), "[1.0,null,null]");
    }

    #[test]
    fn what_is_filled_in_is_not_a_template() {
        let filled = fill("a {{b}} c{{d}}", |name| format!("[{name} {{{{b}}}}]"));
        assert_eq!(filled, "a [b {{b}}] c[d {{b}}]");
    }
}
