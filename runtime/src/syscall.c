/*
 * System calls: musl makes every one of them through __pathfold_syscall. What is not here ends the path as incomplete.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "ksigaction.h"
#include "syscall.h"
#include "world.h"

/* The names of all system calls in the order of their numbers, each with its NUL. Made by runtime/build. */
static const char names[] =
#include "syscall_names.h"
	;

static _Noreturn void not_modelled(long n)
{
	char message[96] = "system call ";
	char *to = message + strlen(message);
	char digits[24];
	int count = 0;
	if (n < 0 || n > 999) __pathfold_incomplete("a system call that does not exist");
	long rest = n;
	do digits[count++] = '0' + rest % 10;
	while (rest /= 10);
	while (count) *to++ = digits[--count];
	const char *name = names;
	for (long i = 0; i < n && name < names + sizeof names - 1; i++) name += strlen(name) + 1;
	*to++ = ' ';
	*to++ = '(';
	if (name < names + sizeof names - 1) to = stpncpy(to, name, 40);
	stpcpy(to, ") is not modelled");
	__pathfold_incomplete(message);
}

static long transfer(long fd, const struct iovec *parts, long count, long offset, int writing)
{
	long all = 0;
	if (count < 0 || count > 1024) return -EINVAL;
	if (!__pathfold_is_open(fd)) return -EBADF;
	for (long i = 0; i < count; i++) {
		long done;
		size_t size = parts[i].iov_len;
		if (!size) continue;
		if (offset < 0)
			done = writing ? __pathfold_write_to(fd, parts[i].iov_base, size) : __pathfold_read(fd, parts[i].iov_base, size);
		else
			done = writing ? __pathfold_write_at(fd, parts[i].iov_base, size, offset + all)
			               : __pathfold_read_at(fd, parts[i].iov_base, size, offset + all);
		if (done < 0) return all ? all : done;
		all += done;
		if (done < size) break;
	}
	return all;
}

/* Everything is always ready. */
static long poll_all(struct pollfd *fds, unsigned long count)
{
	long ready = 0;
	for (unsigned long i = 0; i < count; i++) {
		fds[i].revents = 0;
		if (fds[i].fd < 0) continue;
		fds[i].revents = __pathfold_is_open(fds[i].fd) ? fds[i].events & (POLLIN | POLLOUT) : POLLNVAL;
		if (fds[i].revents) ready++;
	}
	return ready;
}

static long select_all(int count, fd_set *in, fd_set *out, fd_set *other)
{
	long ready = 0;
	for (int fd = 0; fd < count; fd++) {
		if (in && FD_ISSET(fd, in)) ready++;
		if (out && FD_ISSET(fd, out)) ready++;
		if (other) FD_CLR(fd, other);
	}
	return ready;
}

static long limits(int what, struct rlimit *to)
{
	if (what < 0 || what >= RLIM_NLIMITS) return -EINVAL;
	if (to) {
		to->rlim_cur = what == RLIMIT_NOFILE ? FILES_OPEN : what == RLIMIT_STACK ? 8 << 20 : RLIM_INFINITY;
		to->rlim_max = what == RLIMIT_NOFILE ? FILES_OPEN : RLIM_INFINITY;
	}
	return 0;
}

static long system_name(struct utsname *to)
{
	memset(to, 0, sizeof *to);
	strcpy(to->sysname, "Linux");
	strcpy(to->nodename, "pathfold");
	strcpy(to->release, "6.1.0");
	strcpy(to->version, "#1");
	strcpy(to->machine, "x86_64");
	return 0;
}

static long fill(unsigned char *to, size_t size)
{
	for (size_t i = 0; i < size; i++) to[i] = 17 * i + 42;
	return size;
}

static long memory_sizes(struct sysinfo *to)
{
	memset(to, 0, sizeof *to);
	to->uptime = 1000;
	to->totalram = 1UL << 30;
	to->freeram = 1UL << 29;
	to->procs = 1;
	to->mem_unit = 1;
	return 0;
}

/* One file system with a gigabyte, half of it free, which calls itself ext4. */
static long file_system(long error, struct statfs *to)
{
	if (error) return error;
	memset(to, 0, sizeof *to);
	to->f_type = 0xef53;
	to->f_bsize = to->f_frsize = 4096;
	to->f_blocks = to->f_files = 1 << 18;
	to->f_bfree = to->f_bavail = to->f_ffree = 1 << 17;
	to->f_namelen = 255;
	return 0;
}

static long zeros(void *to, size_t size)
{
	if (to) memset(to, 0, size);
	return 0;
}

static long send(long process, int number)
{
	if (process == PROCESS || process == 0 || process == -PROCESS) return __pathfold_signal(number);
	return process == -1 ? -EPERM : -ESRCH;
}

long __pathfold_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	switch (n) {
	/* Contents of files */
	case SYS_read: return __pathfold_read(a, (void *)b, c);
	case SYS_write: return __pathfold_write_to(a, (void *)b, c);
	case SYS_pread64: return __pathfold_read_at(a, (void *)b, c, d);
	case SYS_pwrite64: return __pathfold_write_at(a, (void *)b, c, d);
	case SYS_readv: return transfer(a, (void *)b, c, -1, 0);
	case SYS_writev: return transfer(a, (void *)b, c, -1, 1);
	case SYS_preadv: return d < 0 ? -EINVAL : transfer(a, (void *)b, c, d, 0);
	case SYS_pwritev: return d < 0 ? -EINVAL : transfer(a, (void *)b, c, d, 1);
	case SYS_lseek: return __pathfold_seek(a, b, c);
	case SYS_truncate: return __pathfold_truncate((void *)a, b);
	case SYS_ftruncate: return __pathfold_truncate_fd(a, b);
	case SYS_fsync: case SYS_fdatasync: case SYS_flock: case SYS_fadvise64: case SYS_readahead: case SYS_fallocate:
	case SYS_sync_file_range: case SYS_syncfs:
		return __pathfold_is_open(a) ? 0 : -EBADF;
	case SYS_sync: return 0;
	/* The program is told that these do not exist, and does it another way. */
	case SYS_sendfile: case SYS_copy_file_range: case SYS_splice: case SYS_tee: case SYS_statx: case SYS_openat2:
	case SYS_faccessat2: case SYS_clone3: case SYS_membarrier: case SYS_rseq: case SYS_memfd_create: case SYS_getxattr:
	case SYS_lgetxattr: case SYS_fgetxattr: case SYS_listxattr: case SYS_llistxattr: case SYS_flistxattr:
		return -ENOSYS;

	/* Descriptors */
	case SYS_open: return __pathfold_open(AT_FDCWD, (void *)a, b, c);
	case SYS_creat: return __pathfold_open(AT_FDCWD, (void *)a, O_CREAT | O_WRONLY | O_TRUNC, b);
	case SYS_openat: return __pathfold_open(a, (void *)b, c, d);
	case SYS_close: return __pathfold_close(a);
	case SYS_close_range: return __pathfold_close_from(a, b);
	case SYS_dup: return __pathfold_duplicate(a, 0, 0);
	case SYS_dup2: return __pathfold_duplicate_to(a, b, 0);
	case SYS_dup3: return a == b ? -EINVAL : __pathfold_duplicate_to(a, b, c);
	case SYS_pipe: return __pathfold_pipe((void *)a, 0);
	case SYS_pipe2: return __pathfold_pipe((void *)a, b);
	case SYS_fcntl: return __pathfold_control(a, b, c);
	case SYS_ioctl: return __pathfold_device_control(a, b, (void *)c);
	case SYS_poll: case SYS_ppoll: return poll_all((void *)a, b);
	case SYS_select: case SYS_pselect6: return select_all(a, (void *)b, (void *)c, (void *)d);

	/* Paths */
	case SYS_stat: case SYS_lstat: return __pathfold_stat_path(AT_FDCWD, (void *)a, (void *)b, 0);
	case SYS_fstat: return __pathfold_stat_fd(a, (void *)b);
	case SYS_newfstatat: return __pathfold_stat_path(a, (void *)b, (void *)c, d);
	case SYS_statfs: return file_system(__pathfold_access(AT_FDCWD, (void *)a, F_OK), (void *)b);
	case SYS_fstatfs: return file_system(__pathfold_is_open(a) ? 0 : -EBADF, (void *)b);
	case SYS_access: return __pathfold_access(AT_FDCWD, (void *)a, b);
	case SYS_faccessat: return __pathfold_access(a, (void *)b, c);
	case SYS_mkdir: return __pathfold_mkdir(AT_FDCWD, (void *)a, b);
	case SYS_mkdirat: return __pathfold_mkdir(a, (void *)b, c);
	case SYS_rmdir: return __pathfold_unlink(AT_FDCWD, (void *)a, 1);
	case SYS_unlink: return __pathfold_unlink(AT_FDCWD, (void *)a, 0);
	case SYS_unlinkat: return __pathfold_unlink(a, (void *)b, c & AT_REMOVEDIR);
	case SYS_rename: return __pathfold_rename(AT_FDCWD, (void *)a, AT_FDCWD, (void *)b);
	case SYS_renameat: return __pathfold_rename(a, (void *)b, c, (void *)d);
	case SYS_renameat2: return e ? -EINVAL : __pathfold_rename(a, (void *)b, c, (void *)d);
	case SYS_readlink: return __pathfold_readlink(AT_FDCWD, (void *)a);
	case SYS_readlinkat: return __pathfold_readlink(a, (void *)b);
	case SYS_link: case SYS_linkat: case SYS_symlink: case SYS_symlinkat: case SYS_mknod: case SYS_mknodat:
		return -EPERM; /* a file system without links and devices */
	case SYS_chmod: return __pathfold_chmod(AT_FDCWD, (void *)a, b);
	case SYS_fchmodat: return __pathfold_chmod(a, (void *)b, c);
	case SYS_fchmod: return __pathfold_chmod_fd(a, b);
	case SYS_chown: case SYS_lchown: return __pathfold_access(AT_FDCWD, (void *)a, F_OK);
	case SYS_fchownat: return __pathfold_access(a, (void *)b, F_OK);
	case SYS_fchown: return __pathfold_is_open(a) ? 0 : -EBADF;
	case SYS_utimensat: return __pathfold_touch(a, (void *)b, (void *)c);
	case SYS_chdir: return __pathfold_chdir((void *)a);
	case SYS_fchdir: return __pathfold_chdir_fd(a);
	case SYS_getcwd: return __pathfold_getcwd((void *)a, b);
	case SYS_getdents64: return __pathfold_list(a, (void *)b, c);
	case SYS_umask: {
		unsigned old = __pathfold_umask;
		__pathfold_umask = a & 0777;
		return old;
	}

	/* Memory; malloc does not come here */
	case SYS_brk: return 0;
	case SYS_mmap: return __pathfold_map(b, e, f, d);
	case SYS_munmap: return __pathfold_unmap((void *)a);
	case SYS_mprotect: case SYS_madvise: case SYS_msync: case SYS_mlock: case SYS_munlock: case SYS_mlockall: case SYS_munlockall:
		return 0;
	case SYS_mremap: return -ENOMEM;

	/* Who we are */
	case SYS_getpid: case SYS_gettid: case SYS_set_tid_address: case SYS_getpgrp: case SYS_getsid: case SYS_getpgid:
		return PROCESS;
	case SYS_getppid: return 1;
	case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid: return USER;
	case SYS_getresuid: case SYS_getresgid: *(unsigned *)a = *(unsigned *)b = *(unsigned *)c = USER; return 0;
	case SYS_getgroups: return 0;
	case SYS_setuid: case SYS_setgid: return a == USER ? 0 : -EPERM;
	case SYS_setreuid: case SYS_setregid: case SYS_setresuid: case SYS_setresgid: case SYS_setgroups: return -EPERM;
	case SYS_setpgid: case SYS_setsid: return 0;
	case SYS_uname: return system_name((void *)a);
	case SYS_sysinfo: return memory_sizes((void *)a);
	case SYS_getrlimit: return limits(a, (void *)b);
	case SYS_prlimit64: return limits(b, (void *)d);
	case SYS_setrlimit: return 0;
	case SYS_getrusage: return zeros((void *)b, sizeof(struct rusage));
	case SYS_times: return zeros((void *)a, sizeof(struct tms));
	case SYS_getpriority: return 20;
	case SYS_setpriority: case SYS_prctl: case SYS_personality: return 0;
	case SYS_getrandom: return fill((void *)a, b);

	/* Time */
	case SYS_time: {
		long now = __pathfold_clock(0);
		if (a) *(long *)a = now;
		return now;
	}
	case SYS_gettimeofday: {
		long now[2];
		__pathfold_clock(now);
		if (a) {
			((long *)a)[0] = now[0];
			((long *)a)[1] = now[1] / 1000;
		}
		return 0;
	}
	case SYS_clock_gettime: __pathfold_clock((void *)b); return 0;
	case SYS_clock_getres:
		if (b) {
			((long *)b)[0] = 0;
			((long *)b)[1] = 1000000;
		}
		return 0;
	case SYS_nanosleep: case SYS_clock_nanosleep: case SYS_sched_yield: return 0;
	case SYS_alarm: return 0;
	case SYS_setitimer: return zeros((void *)c, 4 * sizeof(long));
	case SYS_getitimer: return zeros((void *)b, 4 * sizeof(long));

	/* Signals to ourselves */
	case SYS_rt_sigaction: return __pathfold_set_handler(a, (void *)b, (void *)c);
	case SYS_rt_sigprocmask: return __pathfold_block(a, (void *)b, (void *)c);
	case SYS_rt_sigpending: return __pathfold_waiting((void *)a);
	case SYS_sigaltstack: return zeros((void *)b, sizeof(stack_t));
	case SYS_kill: return send(a, b);
	case SYS_tkill: return send(a, b);
	case SYS_tgkill: return send(b, c);

	/* One thread on one processor */
	case SYS_execve: return __pathfold_execute(AT_FDCWD, (void *)a);
	case SYS_execveat: return __pathfold_execute(a, (void *)b);
	case SYS_futex: return 0;
	case SYS_set_robust_list: return 0;
	case SYS_sched_getaffinity:
		if (b < sizeof(long)) return -EINVAL;
		*(long *)c = 1;
		return sizeof(long);
	case SYS_sched_setaffinity: case SYS_sched_setscheduler: case SYS_sched_setparam: case SYS_sched_getscheduler: return 0;
	case SYS_sched_get_priority_max: case SYS_sched_get_priority_min: return 0;
	case SYS_wait4: case SYS_waitid: return -ECHILD;

	case SYS_exit: case SYS_exit_group: __pathfold_end(a);
	default: not_modelled(n);
	}
}

/* The arguments that are there, and zeros: how many a function with any number of them has is in no register. */
static void arguments(va_list list, long *to, int count)
{
	struct {
		unsigned integers, floats;
		void *others, *registers;
	} *at = (void *)list;
	for (int i = 0; i < count; i++)
		to[i] = at->integers >= 48 && __pathfold_remaining(at->others) < sizeof(long) ? 0 : va_arg(list, long);
}

#undef syscall
long syscall(long n, ...)
{
	long a[6];
	va_list list;
	va_start(list, n);
	arguments(list, a, 6);
	va_end(list);
	return __syscall_ret(__pathfold_syscall(n, a[0], a[1], a[2], a[3], a[4], a[5]));
}

int prctl(int what, ...)
{
	long a[4];
	va_list list;
	va_start(list, what);
	arguments(list, a, 4);
	va_end(list);
	return __syscall_ret(__pathfold_syscall(SYS_prctl, what, a[0], a[1], a[2], a[3], 0));
}
