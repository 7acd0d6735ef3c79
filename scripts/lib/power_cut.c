/* Logs what a program does to files, for scripts/power-cut: LD_PRELOAD puts these functions in place of those of the C library.
 *
 * A record is a line `OPERATION FILE NUMBER LENGTH LENGTH`, with FILE as device:inode, and two byte strings of these lengths.
 * Operations: o opens (number: the flags, string: the path), w writes (offset, content), t truncates (length), s syncs,
 * r renames, l links, u unlinks, m makes a directory, d removes one (strings: the paths), p prints on standard output (content),
 * x is something that cannot be replayed (the name of the function).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Operations are logged in the order in which they are done. */
static pthread_mutex_t in_order = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("POWER_CUT_LOG");
    if (path)
        log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    /* The engines of a match write no files. */
    unsetenv("LD_PRELOAD");
}

static void note(char operation, const struct stat *file, long long number, const void *one, size_t length, const char *two) {
    char head[128];
    size_t other = two ? strlen(two) : 0;
    long device = file ? file->st_dev : 0, inode = file ? file->st_ino : 0;
    int size = snprintf(head, sizeof head, "%c %lx:%lx %lld %zu %zu\n", operation, device, inode, number, length, other);
    struct iovec parts[] = {{head, size}, {(void *)one, length}, {(void *)two, other}};
    int error = errno;
    if (syscall(SYS_writev, log_file, parts, 3) != (long)(size + length + other))
        abort();
    errno = error;
}

/* A path from the root. */
static const char *whole(const char *path, char *buffer) {
    if (path[0] == '/' || !getcwd(buffer, PATH_MAX))
        return path;
    size_t length = strlen(buffer);
    snprintf(buffer + length, 2 * PATH_MAX - length, "/%s", path);
    return buffer;
}

static long on_paths(char operation, long result, const char *one, const char *two) {
    char first[2 * PATH_MAX], second[2 * PATH_MAX];
    if (result == 0 && log_file >= 0) {
        one = whole(one, first);
        note(operation, NULL, 0, one, strlen(one), two ? whole(two, second) : NULL);
    }
    pthread_mutex_unlock(&in_order);
    return result;
}

/* True if a descriptor is of a file or folder on a disk, whose state is then in `file`. */
static int is_logged(int fd, struct stat *file) {
    return log_file >= 0 && fstat(fd, file) == 0 && (S_ISREG(file->st_mode) || S_ISDIR(file->st_mode));
}

static int open_and_note(int folder, const char *path, int flags, mode_t mode) {
    char buffer[2 * PATH_MAX];
    struct stat file;
    pthread_mutex_lock(&in_order);
    int fd = syscall(SYS_openat, folder, path, flags, mode);
    if (fd >= 0 && is_logged(fd, &file) && (S_ISDIR(file.st_mode) || (flags & O_ACCMODE) != O_RDONLY)) {
        char operation = folder == AT_FDCWD || path[0] == '/' ? 'o' : 'x';
        path = whole(path, buffer);
        note(operation, &file, flags, path, strlen(path), NULL);
    }
    pthread_mutex_unlock(&in_order);
    return fd;
}

#define OPEN(name, folder, ...)                                         \
    int name(__VA_ARGS__ const char *path, int flags, ...) {            \
        va_list more;                                                   \
        va_start(more, flags);                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
        va_end(more);                                                   \
        return open_and_note(folder, path, flags, mode);                \
    }
#define FOLDER int folder,
OPEN(open, AT_FDCWD)
OPEN(open64, AT_FDCWD)
OPEN(openat, folder, FOLDER)
OPEN(openat64, folder, FOLDER)

static ssize_t write_and_note(int fd, const void *bytes, size_t length, off_t place) {
    struct stat file;
    int is_file = is_logged(fd, &file);
    if (!is_file && !(fd == STDOUT_FILENO && log_file >= 0))
        return place < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, place);
    pthread_mutex_lock(&in_order);
    ssize_t written = place < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, place);
    if (written > 0 && !is_file)
        note('p', NULL, 0, bytes, written, NULL);
    else if (written > 0)
        note('w', &file, place < 0 ? lseek(fd, 0, SEEK_CUR) - written : place, bytes, written, NULL);
    pthread_mutex_unlock(&in_order);
    return written;
}

ssize_t write(int fd, const void *bytes, size_t length) { return write_and_note(fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t place) { return write_and_note(fd, bytes, length, place); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t place) { return write_and_note(fd, bytes, length, place); }

/* Writes the first part only: callers write the rest again. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
    struct stat file;
    if (log_file < 0 || (fd != STDOUT_FILENO && !is_logged(fd, &file)))
        return syscall(SYS_writev, fd, parts, count);
    while (count > 1 && parts->iov_len == 0)
        parts++, count--;
    return write_and_note(fd, parts->iov_base, parts->iov_len, -1);
}

static long on_file(char operation, int fd, long call, long number) {
    struct stat file;
    pthread_mutex_lock(&in_order);
    long result = syscall(call, fd, number);
    if (result == 0 && is_logged(fd, &file))
        note(operation, &file, number, NULL, 0, NULL);
    pthread_mutex_unlock(&in_order);
    return result;
}

int ftruncate(int fd, off_t length) { return on_file('t', fd, SYS_ftruncate, length); }
int ftruncate64(int fd, off_t length) { return on_file('t', fd, SYS_ftruncate, length); }
int fsync(int fd) { return on_file('s', fd, SYS_fsync, 0); }
int fdatasync(int fd) { return on_file('s', fd, SYS_fdatasync, 0); }

/* Takes the lock that `on_paths` gives back. */
#define LOCKED(...) (pthread_mutex_lock(&in_order), syscall(__VA_ARGS__))

int rename(const char *from, const char *to) {
    return on_paths('r', LOCKED(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), from, to);
}
int link(const char *from, const char *to) {
    return on_paths('l', LOCKED(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), from, to);
}
int unlink(const char *path) { return on_paths('u', LOCKED(SYS_unlinkat, AT_FDCWD, path, 0), path, NULL); }
int rmdir(const char *path) { return on_paths('d', LOCKED(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR), path, NULL); }
int mkdir(const char *path, mode_t mode) { return on_paths('m', LOCKED(SYS_mkdirat, AT_FDCWD, path, mode), path, NULL); }

/* What the program does not call yet is noted, so that it does not go unnoticed. */
static int unknown(const char *name) {
    if (log_file >= 0)
        note('x', NULL, 0, name, strlen(name), NULL);
    errno = ENOSYS;
    return -1;
}

int renameat(int a, const char *from, int b, const char *to) {
    return a == AT_FDCWD && b == AT_FDCWD ? rename(from, to) : unknown("renameat");
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
    return a == AT_FDCWD && b == AT_FDCWD && flags == 0 ? link(from, to) : unknown("linkat");
}
int unlinkat(int folder, const char *path, int flags) {
    return folder != AT_FDCWD ? unknown("unlinkat") : flags ? rmdir(path) : unlink(path);
}

/* Callers then copy by reading and writing. */
ssize_t copy_file_range(int in, off_t *from, int out, off_t *to, size_t length, unsigned flags) { errno = ENOSYS; return -1; }
ssize_t sendfile(int out, int in, off_t *from, size_t length) { errno = ENOSYS; return -1; }
