/*
 * Names that programs compiled against glibc's headers use and musl does not have: checked variants of functions
 * (-D_FORTIFY_SOURCE), C23's scanf, small things. Layouts differ in stat and stdio: musl's headers are the right ones.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <wchar.h>
#include "pathfold.h"

#define ALIAS(function) __attribute__((__weak__, __alias__(#function)))

_Noreturn void __chk_fail(void) { __pathfold_report("out-of-bounds", "more bytes are written than the object holds"); }

static void check(size_t size, size_t room)
{
	if (size > room) __chk_fail();
}

/* Formatted output */

int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap) { return vfprintf(f, format, ap); }
int __vprintf_chk(int flag, const char *format, va_list ap) { return vprintf(format, ap); }
int __vdprintf_chk(int fd, int flag, const char *format, va_list ap) { return vdprintf(fd, format, ap); }
int __vasprintf_chk(char **to, int flag, const char *format, va_list ap) { return vasprintf(to, format, ap); }
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list ap) { return vsprintf(to, format, ap); }

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list ap)
{
	check(size, room);
	return vsnprintf(to, size, format, ap);
}

#define FORMATTED(call) \
	va_list ap; \
	va_start(ap, format); \
	int result = call; \
	va_end(ap); \
	return result

int __fprintf_chk(FILE *f, int flag, const char *format, ...) { FORMATTED(vfprintf(f, format, ap)); }
int __printf_chk(int flag, const char *format, ...) { FORMATTED(vprintf(format, ap)); }
int __dprintf_chk(int fd, int flag, const char *format, ...) { FORMATTED(vdprintf(fd, format, ap)); }
int __asprintf_chk(char **to, int flag, const char *format, ...) { FORMATTED(vasprintf(to, format, ap)); }
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) { FORMATTED(vsprintf(to, format, ap)); }

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
	check(size, room);
	FORMATTED(vsnprintf(to, size, format, ap));
}

/* Formatted input */

int __isoc23_fscanf(FILE *restrict f, const char *restrict format, ...) { FORMATTED(vfscanf(f, format, ap)); }
int __isoc23_scanf(const char *restrict format, ...) { FORMATTED(vscanf(format, ap)); }
int __isoc23_sscanf(const char *restrict s, const char *restrict format, ...) { FORMATTED(vsscanf(s, format, ap)); }
int __isoc23_vfscanf(FILE *restrict, const char *restrict, va_list) ALIAS(glibc_vfscanf);
int __isoc23_vscanf(const char *restrict, va_list) ALIAS(glibc_vscanf);
int __isoc23_vsscanf(const char *restrict, const char *restrict, va_list) ALIAS(glibc_vsscanf);
static int glibc_vfscanf(FILE *restrict f, const char *restrict format, va_list ap) { return vfscanf(f, format, ap); }
static int glibc_vscanf(const char *restrict format, va_list ap) { return vscanf(format, ap); }
static int glibc_vsscanf(const char *restrict s, const char *restrict format, va_list ap) { return vsscanf(s, format, ap); }

/* Memory and strings */

#define CHECKED(type, name, parameters, size, call) \
	type __##name##_chk parameters \
	{ \
		check(size, room); \
		return call; \
	}

CHECKED(void *, memcpy, (void *to, const void *from, size_t n, size_t room), n, memcpy(to, from, n))
CHECKED(void *, memmove, (void *to, const void *from, size_t n, size_t room), n, memmove(to, from, n))
CHECKED(void *, mempcpy, (void *to, const void *from, size_t n, size_t room), n, mempcpy(to, from, n))
CHECKED(void *, memset, (void *to, int c, size_t n, size_t room), n, memset(to, c, n))
CHECKED(char *, strncpy, (char *to, const char *from, size_t n, size_t room), n, strncpy(to, from, n))
CHECKED(char *, stpncpy, (char *to, const char *from, size_t n, size_t room), n, stpncpy(to, from, n))
CHECKED(size_t, strlcpy, (char *to, const char *from, size_t n, size_t room), n, strlcpy(to, from, n))
CHECKED(size_t, strlcat, (char *to, const char *from, size_t n, size_t room), n, strlcat(to, from, n))
CHECKED(ssize_t, read, (int fd, void *to, size_t n, size_t room), n, read(fd, to, n))
CHECKED(char *, getcwd, (char *to, size_t n, size_t room), n, getcwd(to, n))
CHECKED(ssize_t, readlink, (const char *path, char *to, size_t n, size_t room), n, readlink(path, to, n))
void __explicit_bzero_chk(void *to, size_t n, size_t room)
{
	check(n, room);
	explicit_bzero(to, n);
}

/* Of these the engine sees any byte too many by itself. */
char *__strcpy_chk(char *to, const char *from, size_t room) { return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t room) { return stpcpy(to, from); }
char *__strcat_chk(char *to, const char *from, size_t room) { return strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) { return strncat(to, from, n); }

char *__fgets_chk(char *to, size_t room, int n, FILE *f)
{
	if (n > 0) check(n, room);
	return fgets(to, n, f);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *f)
{
	check(size * count, room);
	return fread(to, size, count, f);
}

long __fdelt_chk(long fd)
{
	if (fd < 0 || fd >= 1024) __chk_fail();
	return fd / 64;
}

char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t n) { return strndup(s, n); }
void *rawmemchr(const void *, int);
void *__rawmemchr(const void *s, int c) { return rawmemchr(s, c); }

/* Files */

struct glibc_time {
	long long tv_sec;
	unsigned tv_nsec;
	int pad;
};

struct statx {
	unsigned stx_mask, stx_blksize;
	unsigned long long stx_attributes;
	unsigned stx_nlink, stx_uid, stx_gid;
	unsigned short stx_mode, pad;
	unsigned long long stx_ino, stx_size, stx_blocks, stx_attributes_mask;
	struct glibc_time stx_atime, stx_btime, stx_ctime, stx_mtime;
	unsigned stx_rdev_major, stx_rdev_minor, stx_dev_major, stx_dev_minor;
	unsigned long long rest[14];
};

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict to)
{
	struct stat got;
	if (fstatat(folder, path, &got, flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))) return -1;
	memset(to, 0, sizeof *to);
	to->stx_mask = 0xfff; /* all that stat has, and when the file was made */
	to->stx_blksize = got.st_blksize;
	to->stx_nlink = got.st_nlink;
	to->stx_uid = got.st_uid;
	to->stx_gid = got.st_gid;
	to->stx_mode = got.st_mode;
	to->stx_ino = got.st_ino;
	to->stx_size = got.st_size;
	to->stx_blocks = got.st_blocks;
	to->stx_atime.tv_sec = got.st_atim.tv_sec;
	to->stx_ctime.tv_sec = got.st_ctim.tv_sec;
	to->stx_btime.tv_sec = to->stx_mtime.tv_sec = got.st_mtim.tv_sec;
	to->stx_rdev_major = major(got.st_rdev);
	to->stx_rdev_minor = minor(got.st_rdev);
	to->stx_dev_major = major(got.st_dev);
	to->stx_dev_minor = minor(got.st_dev);
	return 0;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
	return syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

char *canonicalize_file_name(const char *name) { return realpath(name, 0); }

unsigned gnu_dev_major(unsigned long long device) { return major(device); }
unsigned gnu_dev_minor(unsigned long long device) { return minor(device); }
unsigned long long gnu_dev_makedev(unsigned upper, unsigned lower) { return makedev(upper, lower); }

/* Other */

_Noreturn void __assert_fail(const char *, const char *, int, const char *);

_Noreturn void __assert(const char *expression, const char *file, int line) { __assert_fail(expression, file, line, ""); }

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
	__assert_fail(strerror(number), file, line, function);
}

/* As random as all random bytes here: always the same. */
__attribute__((__weak__)) void arc4random_buf(void *to, size_t size) { syscall(SYS_getrandom, to, size, 0); }

__attribute__((__weak__)) unsigned arc4random(void)
{
	unsigned number;
	arc4random_buf(&number, sizeof number);
	return number;
}

__attribute__((__weak__)) unsigned arc4random_uniform(unsigned limit) { return limit ? arc4random() % limit : 0; }

const char *gnu_get_libc_version(void) { return "2.36"; }

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;
extern char *program_invocation_name;

static void error_tail(int status, int number, const char *format, va_list ap)
{
	vfprintf(stderr, format, ap);
	error_message_count++;
	if (number) fprintf(stderr, ": %s", strerror(number));
	fputc('\n', stderr);
	if (status) exit(status);
}

__attribute__((__weak__)) void error(int status, int number, const char *format, ...)
{
	va_list ap;
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s: ", program_invocation_name);
	va_start(ap, format);
	error_tail(status, number, format, ap);
	va_end(ap);
}

__attribute__((__weak__)) void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	va_list ap;
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s:", program_invocation_name);
	fprintf(stderr, "%s:%u: ", file, line);
	va_start(ap, format);
	error_tail(status, number, format, ap);
	va_end(ap);
}
