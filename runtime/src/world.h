/*
 * What the parts of the model share. Everything with a name starting __pathfold_ that is not in pathfold.h is between
 * these files, the command line and the loader.
 */
#ifndef WORLD_H
#define WORLD_H

#include <stddef.h>
#include "pathfold.h"

enum { PROCESS = 1000, USER = 1000, FILES_OPEN = 64 };

/* syscall.c: gives the result, or minus the error's number. */
long __pathfold_syscall(long n, long a, long b, long c, long d, long e, long f);

/* files.c: a file with these contents, which stay where they are until the program writes to it. */
void __pathfold_add_file(const char *name, unsigned char *data, size_t size);
void __pathfold_set_stdin(unsigned char *data, size_t size);
void __pathfold_end_files(void);

long __pathfold_open(int folder, const char *path, int flags, unsigned mode);
long __pathfold_close(long fd);
long __pathfold_close_from(unsigned long first, unsigned long last);
long __pathfold_read(long fd, void *to, size_t size);
long __pathfold_read_at(long fd, void *to, size_t size, long offset);
/* The stream of the engine that what is written goes to, if nobody reads it; else zero. */
int __pathfold_stream(long fd);
long __pathfold_write_to(long fd, const void *from, size_t size);
long __pathfold_write_at(long fd, const void *from, size_t size, long offset);
long __pathfold_seek(long fd, long offset, int from);
long __pathfold_duplicate(long fd, long lowest, int flags);
long __pathfold_duplicate_to(long fd, long to, int flags);
long __pathfold_pipe(int *fds, int flags);
long __pathfold_control(long fd, int command, long argument);
long __pathfold_device_control(long fd, unsigned long command, int *to);
int __pathfold_is_open(long fd);
struct stat;
long __pathfold_stat_fd(long fd, struct stat *to);
long __pathfold_stat_path(int folder, const char *path, struct stat *to, int flags);
long __pathfold_access(int folder, const char *path, int how);
long __pathfold_execute(int folder, const char *path);
long __pathfold_mkdir(int folder, const char *path, unsigned mode);
long __pathfold_unlink(int folder, const char *path, int folder_wanted);
long __pathfold_rename(int from_folder, const char *from, int to_folder, const char *to);
long __pathfold_chmod(int folder, const char *path, unsigned mode);
long __pathfold_chmod_fd(long fd, unsigned mode);
long __pathfold_touch(int folder, const char *path, const void *times);
long __pathfold_truncate(const char *path, long size);
long __pathfold_truncate_fd(long fd, long size);
long __pathfold_readlink(int folder, const char *path);
long __pathfold_chdir(const char *path);
long __pathfold_chdir_fd(long fd);
long __pathfold_getcwd(char *to, size_t size);
long __pathfold_list(long fd, void *to, size_t size);
extern unsigned __pathfold_umask;

/*
 * output.c: where a byte under a condition can go. To a buffer, where it is kept with its condition until all that is in it
 * is written; to a stream of the engine, which is set; or nowhere, and the path forks.
 */
enum output { CLOSED, OPEN, KEPT };
struct _IO_FILE;
enum output __pathfold_output(struct _IO_FILE *f, int *stream);
void __pathfold_keep_if(struct _IO_FILE *f, unsigned char byte, int condition);

/* process.c */
long __pathfold_signal(int number);
long __pathfold_block(int how, const unsigned long *set, unsigned long *old);
long __pathfold_waiting(unsigned long *to);
struct k_sigaction;
long __pathfold_set_handler(int number, const struct k_sigaction *new, struct k_sigaction *old);
long __pathfold_clock(long *seconds_and_nanoseconds);
long __pathfold_map(size_t size, long fd, long offset, int flags);
long __pathfold_unmap(void *start);
_Noreturn void __pathfold_end(int status);

#endif
