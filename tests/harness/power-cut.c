/*
 * Laid over the C library of a process (LD_PRELOAD), this notes what of the files in a folder would
 * outlive a power cut, and can have the disk be full. See `power-cut.ts` for what is made of the notes.
 *
 * DISK_ROOT    the folder, without symbolic links in its path
 * DISK_NOTES   the file the notes are added to, one a line; it outlives the process, as the page cache does
 * DISK_KEPT    a folder of the same file system, where files that lose a name keep one: they may come back
 * DISK_FULL    while this file exists, the disk of the folder has no room
 *
 *   n DIR INO NAME   it was made              s INO SIZE   so much of a file is synced
 *   l DIR INO NAME   it has this name         t INO SIZE   a file was cut to this size
 *   r DIR 0 NAME     a name is gone           d INO 0      a folder is synced, with the names in it
 *
 * What is assumed: a file is added to, and what is written over synced bytes counts as synced; a cut
 * is on disk at once. A name is on disk only once its folder was synced, whatever was synced of the file:
 * POSIX promises no more, though ext4 and XFS keep more. Not noted are mkstemp, fallocate, mmap,
 * copy_file_range, sync and the calls of io_uring. What stdio writes is noted when it is synced, and is
 * refused by a full disk only when the file is opened.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
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

#define MOST_FILES 65536
#define ALSO(name, other) extern __typeof(name) other __attribute__((alias(#name)))

static const char *root, *kept, *full;
static size_t root_length;
static int notes = -1;
static unsigned refusals;

/* What is open: a number may be another file's by now, which its inode tells. */
static struct { ino_t ino; int is_sync; } opened[MOST_FILES];

/* Changes of names and syncs of folders are noted in the order in which they happen. */
static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) static __typeof(name) *real_##name
REAL(openat); REAL(fopen); REAL(write); REAL(writev); REAL(pwrite); REAL(pwritev); REAL(fsync);
REAL(fdatasync); REAL(ftruncate); REAL(truncate); REAL(rename); REAL(unlinkat); REAL(linkat); REAL(mkdir);

static void lock(void) { pthread_mutex_lock(&names); }
static void unlock(void) { pthread_mutex_unlock(&names); }

static const char *copy_setting(const char *name) {
  const char *value = getenv(name);
  return value ? strdup(value) : NULL;
}

__attribute__((constructor)) static void begin(void) {
#define FIND(name) real_##name = (__typeof(name) *)dlsym(RTLD_NEXT, #name)
  FIND(openat); FIND(fopen); FIND(write); FIND(writev); FIND(pwrite); FIND(pwritev); FIND(fsync);
  FIND(fdatasync); FIND(ftruncate); FIND(truncate); FIND(rename); FIND(unlinkat); FIND(linkat); FIND(mkdir);
  const char *path = getenv("DISK_NOTES");
  /* Redis writes its title over its environment. */
  root = copy_setting("DISK_ROOT");
  kept = copy_setting("DISK_KEPT");
  full = copy_setting("DISK_FULL");
  if (!root || !path || !kept) return;
  root_length = strlen(root);
  notes = real_openat(AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (notes < 0) {
    fprintf(stderr, "power-cut: %s: %s\n", path, strerror(errno));
    _exit(1);
  }
  pthread_atfork(lock, unlock, unlock);
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  char text[2048];
  int before = errno;
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (notes >= 0 && syscall(SYS_write, notes, text, (size_t)length) != length) {
    fprintf(stderr, "power-cut: the notes cannot be written: %s\n", strerror(errno));
    _exit(1);
  }
  errno = before;
}

/* A name in a folder. */
struct place { ino_t dir; char name[NAME_MAX + 1]; };

/* Whether the path is inside of the folder, where so in which folder. */
static int find_place(const char *path, struct place *found) {
  char parent[PATH_MAX], whole[PATH_MAX];
  struct stat dir;
  int before = errno;
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t length = slash ? (size_t)(slash - path) : 0;
  if (notes < 0 || !*name || strlen(name) > NAME_MAX || length >= sizeof parent) return 0;
  memcpy(parent, path, length);
  parent[length] = 0;
  int is_inside = realpath(slash ? (length ? parent : "/") : ".", whole) &&
                  strncmp(whole, root, root_length) == 0 &&
                  (whole[root_length] == 0 || whole[root_length] == '/') && stat(whole, &dir) == 0;
  errno = before;
  if (!is_inside) return 0;
  found->dir = dir.st_ino;
  strcpy(found->name, name);
  return 1;
}

static ino_t find_inode(const char *path) {
  struct stat file;
  int before = errno;
  ino_t found = lstat(path, &file) == 0 ? file.st_ino : 0;
  errno = before;
  return found;
}

/* A file that is about to lose a name keeps another. */
static void keep(const char *path) {
  char name[PATH_MAX];
  int before = errno;
  snprintf(name, sizeof name, "%s/%lu", kept, (unsigned long)find_inode(path));
  real_linkat(AT_FDCWD, path, AT_FDCWD, name, 0);
  errno = before;
}

static int is_full(void) {
  int before = errno;
  int answer = full && access(full, F_OK) == 0;
  errno = before;
  return answer;
}

/* Whether the descriptor is a file of the folder; its size too. */
static int is_ours(int fd, off_t *size) {
  struct stat file;
  int before = errno;
  if (notes < 0 || fd < 0 || fd >= MOST_FILES || !opened[fd].ino) return 0;
  int answer = fstat(fd, &file) == 0 && file.st_ino == opened[fd].ino && S_ISREG(file.st_mode);
  errno = before;
  if (answer) *size = file.st_size;
  return answer;
}

/* Whether a write is refused. Of every other one that is, half is taken first, as by the last free block. */
static int refuses(int fd, size_t *bytes) {
  off_t size;
  if (!is_ours(fd, &size) || !is_full()) return 0;
  if (bytes && *bytes > 1 && refusals++ % 2 == 1) {
    *bytes /= 2;
    return 0;
  }
  errno = ENOSPC;
  return 1;
}

static ssize_t wrote(int fd, ssize_t result) {
  off_t size;
  if (result > 0 && is_ours(fd, &size) && opened[fd].is_sync)
    note("s %lu %ld\n", (unsigned long)opened[fd].ino, (long)size);
  return result;
}

/* Opens, and notes what that makes or cuts. `stream` is what is opened by `fopen`. */
static int open_noted(int at, const char *path, int flags, mode_t mode, const char *how, FILE **stream) {
  struct place place;
  char whole[PATH_MAX];
  if (at != AT_FDCWD && path[0] != '/') {
    snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", at, path);
    path = whole;
  }
  int is_inside = find_place(path, &place);
  if (is_inside && (flags & O_CREAT) && is_full()) {
    errno = ENOSPC;
    return -1;
  }
  if (is_inside) lock();
  ino_t known = is_inside ? find_inode(path) : 0;
  int fd = -1;
  if (stream) {
    *stream = real_fopen(path, how);
    if (*stream) fd = fileno(*stream);
  } else {
    fd = real_openat(AT_FDCWD, path, flags, mode);
  }
  struct stat file;
  if (fd >= 0 && is_inside && fstat(fd, &file) == 0) {
    unsigned long ino = (unsigned long)file.st_ino;
    if (!known && (flags & O_CREAT)) note("n %lu %lu %s\n", (unsigned long)place.dir, ino, place.name);
    else if (flags & O_TRUNC) note("t %lu 0\n", ino);
    if (fd < MOST_FILES) {
      opened[fd].ino = file.st_ino;
      opened[fd].is_sync = (flags & (O_SYNC | O_DSYNC)) != 0;
    }
  }
  if (is_inside) unlock();
  return fd;
}

int open(const char *path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_noted(AT_FDCWD, path, flags, mode, NULL, NULL);
}
ALSO(open, open64);

int openat(int at, const char *path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_noted(at, path, flags, mode, NULL, NULL);
}
ALSO(openat, openat64);

/* What `open` becomes where it is checked while it is compiled. */
int __open_2(const char *path, int flags) { return open_noted(AT_FDCWD, path, flags, 0, NULL, NULL); }
ALSO(__open_2, __open64_2);

FILE *fopen(const char *path, const char *how) {
  FILE *stream = NULL;
  int flags = how[0] == 'w' ? O_CREAT | O_TRUNC : how[0] == 'a' ? O_CREAT : 0;
  open_noted(AT_FDCWD, path, flags, 0, how, &stream);
  return stream;
}
ALSO(fopen, fopen64);

ssize_t write(int fd, const void *from, size_t bytes) {
  return refuses(fd, &bytes) ? -1 : wrote(fd, real_write(fd, from, bytes));
}
ssize_t writev(int fd, const struct iovec *from, int count) {
  return refuses(fd, NULL) ? -1 : wrote(fd, real_writev(fd, from, count));
}
ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at) {
  return refuses(fd, &bytes) ? -1 : wrote(fd, real_pwrite(fd, from, bytes, at));
}
ALSO(pwrite, pwrite64);
ssize_t pwritev(int fd, const struct iovec *from, int count, off_t at) {
  return refuses(fd, NULL) ? -1 : wrote(fd, real_pwritev(fd, from, count, at));
}
ALSO(pwritev, pwritev64);

static int sync_noted(int fd, int (*sync)(int)) {
  struct stat file;
  off_t size;
  int before = errno;
  /* What is written while it syncs may not be on disk. */
  int is_file = is_ours(fd, &size);
  int is_dir = !is_file && notes >= 0 && fstat(fd, &file) == 0 && S_ISDIR(file.st_mode);
  errno = before;
  if (is_dir) lock();
  int result = sync(fd);
  if (result == 0 && is_file) note("s %lu %ld\n", (unsigned long)opened[fd].ino, (long)size);
  if (result == 0 && is_dir) note("d %lu 0\n", (unsigned long)file.st_ino);
  if (is_dir) unlock();
  return result;
}
int fsync(int fd) { return sync_noted(fd, real_fsync); }
int fdatasync(int fd) { return sync_noted(fd, real_fdatasync); }

int ftruncate(int fd, off_t to) {
  off_t size;
  int result = real_ftruncate(fd, to);
  if (result == 0 && is_ours(fd, &size)) note("t %lu %ld\n", (unsigned long)opened[fd].ino, (long)to);
  return result;
}
ALSO(ftruncate, ftruncate64);

int truncate(const char *path, off_t to) {
  struct place place;
  int result = real_truncate(path, to);
  if (result == 0 && find_place(path, &place)) note("t %lu %ld\n", (unsigned long)find_inode(path), (long)to);
  return result;
}
ALSO(truncate, truncate64);

int rename(const char *from, const char *to) {
  struct place old, new;
  if (!find_place(from, &old) || !find_place(to, &new)) return real_rename(from, to);
  lock();
  ino_t ino = find_inode(from);
  if (find_inode(to)) keep(to);
  int result = real_rename(from, to);
  if (result == 0)
    note("r %lu 0 %s\nl %lu %lu %s\n", (unsigned long)old.dir, old.name, (unsigned long)new.dir,
         (unsigned long)ino, new.name);
  unlock();
  return result;
}

static int remove_noted(const char *path, int flags) {
  struct place place;
  if (!find_place(path, &place)) return real_unlinkat(AT_FDCWD, path, flags);
  lock();
  if (!flags) keep(path);
  int result = real_unlinkat(AT_FDCWD, path, flags);
  if (result == 0) note("r %lu 0 %s\n", (unsigned long)place.dir, place.name);
  unlock();
  return result;
}
int unlink(const char *path) { return remove_noted(path, 0); }
int rmdir(const char *path) { return remove_noted(path, AT_REMOVEDIR); }
int remove(const char *path) {
  int result = remove_noted(path, 0);
  return result != 0 && errno == EISDIR ? remove_noted(path, AT_REMOVEDIR) : result;
}

/* Also where a file is made, which has its name alone. */
static void note_name(const char *kind, const char *path) {
  struct place place;
  if (find_place(path, &place))
    note("%s %lu %lu %s\n", kind, (unsigned long)place.dir, (unsigned long)find_inode(path), place.name);
}
int link(const char *from, const char *to) {
  lock();
  int result = real_linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
  if (result == 0) note_name("l", to);
  unlock();
  return result;
}
int mkdir(const char *path, mode_t mode) {
  lock();
  int result = real_mkdir(path, mode);
  if (result == 0) note_name("n", path);
  unlock();
  return result;
}
