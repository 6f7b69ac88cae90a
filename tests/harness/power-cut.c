/*
 * Preloaded into a process (LD_PRELOAD), this notes which data of the files in a folder is synced, and can simulate a full
 * disk. `power-cut.ts` reads the notes.
 *
 * DISK_ROOT    the folder, without symbolic links in its path
 * DISK_NOTES   the file to which notes are appended, one a line; it survives the process, as the page cache does
 * DISK_KEPT    a folder of the same file system with links to files that lost a name, since a power cut may restore it
 * DISK_FULL    while this file exists, the disk is full
 *
 *   n DIR INO NAME   a file was created       s INO SIZE   this number of its bytes are synced
 *   l DIR INO NAME   a name was added         t INO SIZE   it was truncated
 *   r DIR 0 NAME     a name was removed       d INO 0      a folder was synced, with its names
 *
 * Assumptions: overwritten synced bytes count as synced, and truncation is on disk at once. A name is on disk only after
 * its folder was synced: POSIX promises no more, though ext4 and XFS do. Not noted are writev, openat, mkstemp, truncate,
 * rmdir, fallocate, mmap, O_DSYNC, copy_file_range, sync and io_uring, which are not used there. Data written by stdio is
 * noted when synced, and a full disk refuses it only when the file is opened.
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
#include <unistd.h>

#define MOST_FILES 65536
/* The variant for large files, which is the usual one here. */
#define ALSO(name, other) extern __typeof(name) other __attribute__((alias(#name)))
#define CALLS(DO) \
  DO(open) DO(fopen) DO(write) DO(pwrite) DO(fsync) DO(fdatasync) DO(ftruncate) \
  DO(rename) DO(unlink) DO(link) DO(mkdir)
#define DECLARE(name) static __typeof(name) *real_##name;
#define FIND(name) real_##name = dlsym(RTLD_NEXT, #name);
CALLS(DECLARE)

static const char *root, *kept, *full;
static int notes = -1, refusals;

/* Inodes of open files by descriptor, which may have been reused since. */
static ino_t opened[MOST_FILES];

/* Keeps the notes in the order of the changes. */
static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&names); }
static void unlock(void) { pthread_mutex_unlock(&names); }
static void fail(const char *what) { perror(what), _exit(1); }

/* A copy: Redis writes its title over its environment. */
static const char *setting(const char *name) { return getenv(name) ? strdup(getenv(name)) : NULL; }

__attribute__((constructor)) static void begin(void) {
  CALLS(FIND)
  const char *path = setting("DISK_NOTES");
  root = setting("DISK_ROOT"), kept = setting("DISK_KEPT"), full = setting("DISK_FULL");
  if (!root || !kept || !full || !path) return;
  notes = real_open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (notes < 0) fail(path);
  /* A forked process, as for a rewrite of Redis, must not inherit the lock. */
  pthread_atfork(lock, unlock, unlock);
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  char text[2 * NAME_MAX + 200];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (syscall(SYS_write, notes, text, (size_t)length) != length) fail("the notes cannot be written");
}

/* A name in a folder. */
struct place { unsigned long dir; const char *name; };

/* Whether the path is in the root; if so, its name and folder. */
static int find_place(const char *path, struct place *found) {
  char parent[PATH_MAX] = ".", whole[PATH_MAX];
  struct stat dir;
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) + 1 : 0, within = notes < 0 ? 0 : strlen(root);
  found->name = path + length;
  if (notes < 0 || !*found->name || strlen(found->name) > NAME_MAX || length >= sizeof parent) return 0;
  if (slash) snprintf(parent, sizeof parent, "%.*s", (int)length, path);
  if (!realpath(parent, whole) || strncmp(whole, root, within) != 0) return 0;
  if ((whole[within] != 0 && whole[within] != '/') || stat(whole, &dir) != 0) return 0;
  found->dir = dir.st_ino;
  return 1;
}

static unsigned long find_inode(const char *path) {
  struct stat file;
  return lstat(path, &file) == 0 ? file.st_ino : 0;
}

/* Links a file that is about to lose a name. */
static void keep(const char *path) {
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/%lu", kept, find_inode(path));
  if (real_link(path, name) != 0 && errno != EEXIST && errno != ENOENT && errno != EPERM) fail(name);
}

static int is_there(const char *file) { return access(file, F_OK) == 0; }

/* Whether the descriptor is of a file in the root; if so, its state. */
static int is_ours(int fd, struct stat *file) {
  if (notes < 0 || fd < 0 || fd >= MOST_FILES || !opened[fd]) return 0;
  return fstat(fd, file) == 0 && file->st_ino == opened[fd] && S_ISREG(file->st_mode);
}

/* Whether a write is refused. Half of every other one is accepted, as by the last free block. */
static int refuses(int fd, size_t *bytes) {
  struct stat file;
  if (!is_ours(fd, &file) || !is_there(full)) return 0;
  if (*bytes > 1 && refusals++ % 2 == 1) return *bytes /= 2, 0;
  return errno = ENOSPC, 1;
}

/* Opens a file, with `fopen` if `how` is given, and notes if it is created or truncated. */
static int open_noted(const char *path, int flags, mode_t mode, const char *how, FILE **stream) {
  struct place place;
  struct stat file;
  int is_inside = find_place(path, &place), fd = -1;
  if (is_inside && (flags & O_CREAT) && is_there(full)) return errno = ENOSPC, -1;
  if (is_inside) lock();
  int is_new = is_inside && (flags & O_CREAT) && !find_inode(path);
  if (!how) fd = real_open(path, flags, mode);
  else if ((*stream = real_fopen(path, how))) fd = fileno(*stream);
  if (is_inside && fd >= 0 && fstat(fd, &file) == 0) {
    unsigned long ino = file.st_ino;
    if (is_new) note("n %lu %lu %s\n", place.dir, ino, place.name);
    else if (flags & O_TRUNC) note("t %lu 0\n", ino);
    if (fd < MOST_FILES) opened[fd] = ino;
  }
  if (is_inside) unlock();
  return fd;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_noted(path, flags, mode, NULL, NULL);
}
ALSO(open, open64);

FILE *fopen(const char *path, const char *how) {
  FILE *stream = NULL;
  int flags = how[0] == 'w' ? O_CREAT | O_TRUNC : how[0] == 'a' ? O_CREAT : 0;
  open_noted(path, flags, 0, how, &stream);
  return stream;
}
ALSO(fopen, fopen64);

ssize_t write(int fd, const void *from, size_t bytes) {
  return refuses(fd, &bytes) ? -1 : real_write(fd, from, bytes);
}
ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at) {
  return refuses(fd, &bytes) ? -1 : real_pwrite(fd, from, bytes, at);
}
ALSO(pwrite, pwrite64);

static int sync_noted(int fd, int (*sync)(int)) {
  struct stat file;
  /* Data written during the sync may not be on disk: use the size before. */
  int is_file = is_ours(fd, &file);
  int is_dir = !is_file && notes >= 0 && fstat(fd, &file) == 0 && S_ISDIR(file.st_mode);
  if (is_dir) lock();
  int result = sync(fd);
  if (result == 0 && (is_file || is_dir))
    note("%c %lu %ld\n", is_dir ? 'd' : 's', file.st_ino, is_dir ? 0 : (long)file.st_size);
  if (is_dir) unlock();
  return result;
}
int fsync(int fd) { return sync_noted(fd, real_fsync); }
int fdatasync(int fd) { return sync_noted(fd, real_fdatasync); }

int ftruncate(int fd, off_t to) {
  struct stat file;
  int result = real_ftruncate(fd, to);
  if (result == 0 && is_ours(fd, &file)) note("t %lu %ld\n", file.st_ino, (long)to);
  return result;
}
ALSO(ftruncate, ftruncate64);

int rename(const char *from, const char *to) {
  struct place old, new;
  if (!find_place(from, &old) || !find_place(to, &new)) return real_rename(from, to);
  lock();
  keep(to);
  unsigned long ino = find_inode(from);
  int result = real_rename(from, to);
  if (result == 0) note("r %lu 0 %s\nl %lu %lu %s\n", old.dir, old.name, new.dir, ino, new.name);
  unlock();
  return result;
}

/* Changes a name, and notes it. */
static int change_name(const char *path, const char *other, mode_t mode, char kind) {
  struct place place;
  int is_inside = find_place(path, &place);
  if (is_inside) lock();
  if (is_inside && kind == 'r') keep(path);
  int result = kind == 'r' ? real_unlink(path) : kind == 'l' ? real_link(other, path) : real_mkdir(path, mode);
  if (result == 0 && is_inside) note("%c %lu %lu %s\n", kind, place.dir, find_inode(path), place.name);
  if (is_inside) unlock();
  return result;
}
int unlink(const char *path) { return change_name(path, NULL, 0, 'r'); }
int link(const char *from, const char *to) { return change_name(to, from, 0, 'l'); }
int mkdir(const char *path, mode_t mode) { return change_name(path, NULL, mode, 'n'); }
