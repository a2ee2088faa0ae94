/*
 * The files of an analysed program, all in memory: standard streams, the files the command gives, and what the program
 * makes itself. There are the folders /, /dev, /tmp and /work, where the program starts; other paths do not exist.
 * Standard input and output are pipes. Files have at most LARGEST bytes. Owner and time stamps are fixed; permissions are checked for the owner.
 *
 * A path whose bytes depend on inputs is taken literally (no "..", no "//"), so that it costs few forks.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "world.h"

enum { NODES = 64, PATH = 512, LARGEST = 1 << 20 };

enum kind { UNUSED, REGULAR, FOLDER, PIPE, OUTPUT, EMPTY, ZEROS };

/* Something that a path or a descriptor can mean. */
struct node {
	enum kind kind;
	unsigned mode;
	const char *name;     /* its absolute path; null once it is unlinked */
	unsigned char *data;  /* of files and pipes */
	size_t size, capacity;
	int own_data, own_name; /* made by __pathfold_allocate here */
	int opens;
	int stream;           /* of output: the engine's */
	long modified;
};

/* An open file: what descriptors share after dup. */
struct open_file {
	struct node *node;
	size_t offset;
	int flags;
	int descriptors;
};

static struct node nodes[NODES] = {
	{.kind = PIPE, .mode = S_IFIFO | 0600, .name = "/dev/stdin", .opens = 1},
	{.kind = OUTPUT, .mode = S_IFIFO | 0600, .name = "/dev/stdout", .opens = 1, .stream = 1},
	{.kind = OUTPUT, .mode = S_IFIFO | 0600, .name = "/dev/stderr", .opens = 1, .stream = 2},
	{.kind = FOLDER, .mode = S_IFDIR | 0755, .name = "/"},
	{.kind = FOLDER, .mode = S_IFDIR | 0755, .name = "/work"},
	{.kind = FOLDER, .mode = S_IFDIR | 0777, .name = "/tmp"},
	{.kind = FOLDER, .mode = S_IFDIR | 0755, .name = "/dev"},
	{.kind = EMPTY, .mode = S_IFCHR | 0666, .name = "/dev/null"},
	{.kind = ZEROS, .mode = S_IFCHR | 0666, .name = "/dev/zero"},
};

static struct open_file open_files[FILES_OPEN] = {
	{.node = &nodes[0], .flags = O_RDONLY, .descriptors = 1},
	{.node = &nodes[1], .flags = O_WRONLY, .descriptors = 1},
	{.node = &nodes[2], .flags = O_WRONLY, .descriptors = 1},
};

static struct open_file *descriptors[FILES_OPEN] = {&open_files[0], &open_files[1], &open_files[2]};
static unsigned char close_on_exec[FILES_OPEN];
static const char *current = "/work";
static int own_current;
static int holds; /* whether the model has ever put anything on the heap */
unsigned __pathfold_umask = 022;

static const long NOW = 1704067200; /* 2024-01-01 00:00:00 UTC */

/* Paths */

struct path {
	char text[PATH]; /* absolute, without ".", ".." and doubled slashes */
	int folder_only; /* it ended with a slash */
};

static char *copy_of(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = __pathfold_allocate(size, 1);
	holds = 1;
	memcpy(copy, text, size);
	return copy;
}

static struct node *lookup(const char *name)
{
	for (int i = 0; i < NODES; i++)
		if (nodes[i].kind && nodes[i].name && !strcmp(name, nodes[i].name)) return &nodes[i];
	return 0;
}

static struct open_file *opened(long fd)
{
	if ((unsigned long)fd >= FILES_OPEN) return 0;
	return descriptors[fd];
}

static long start_of(int folder, const char *path, const char **start)
{
	if (*path == '/') {
		*start = "";
	} else if (folder == AT_FDCWD) {
		*start = current;
	} else {
		struct open_file *file = opened(folder);
		if (!file) return -EBADF;
		if (file->node->kind != FOLDER) return -ENOTDIR;
		if (!file->node->name) return -ENOENT;
		*start = file->node->name;
	}
	if (!strcmp(*start, "/")) *start = "";
	return 0;
}

static long resolve(int folder, const char *path, struct path *to)
{
	const char *start;
	size_t length = 0, at = 0;
	int symbolic = 0;
	to->folder_only = 0;
	for (; path[length]; length++) {
		if (length >= PATH / 2) return -ENAMETOOLONG;
		symbolic |= __pathfold_is_symbolic(path[length]);
	}
	if (!length) return -ENOENT;
	long error = start_of(folder, path, &start);
	if (error) return error;
	if (strlen(start) >= PATH / 2 - 2) return -ENAMETOOLONG;
	while (*start) to->text[at++] = *start++;
	if (symbolic) {
		/* "." and "/" are what is most often tried; everything else is a name. */
		if (*path != '/' && !(length == 1 && *path == '.')) to->text[at++] = '/';
		if (!(length == 1 && *path == '.'))
			for (size_t i = 0; i < length; i++) to->text[at++] = path[i];
		if (!at) to->text[at++] = '/';
		to->text[at] = 0;
		return 0;
	}
	while (*path) {
		while (*path == '/') path++;
		size_t size = 0;
		while (path[size] && path[size] != '/') size++;
		if (size == 2 && path[0] == '.' && path[1] == '.') {
			while (at && to->text[--at] != '/') {}
		} else if (size && !(size == 1 && path[0] == '.')) {
			to->text[at++] = '/';
			for (size_t i = 0; i < size; i++) to->text[at++] = path[i];
		}
		path += size;
		if (!*path) to->folder_only = path[-1] == '/';
	}
	if (!at) to->text[at++] = '/';
	to->text[at] = 0;
	return 0;
}

/* How long the path of the folder is that a path is in: "/" for "/a", "/a" for "/a/b". */
static size_t parent_length(const char *name)
{
	const char *slash = strrchr(name, '/');
	return slash == name ? 1 : slash - name;
}

static long parent_exists(const char *name)
{
	char parent[PATH];
	size_t length = parent_length(name);
	memcpy(parent, name, length);
	parent[length] = 0;
	struct node *node = lookup(parent);
	if (!node) return -ENOENT;
	if (node->kind != FOLDER) return -ENOTDIR;
	return node->mode & 0200 ? 0 : -EACCES;
}

static long find(int folder, const char *path, struct node **node)
{
	struct path name;
	long error = resolve(folder, path, &name);
	if (error) return error;
	*node = lookup(name.text);
	if (!*node) return -ENOENT;
	if (name.folder_only && (*node)->kind != FOLDER) return -ENOTDIR;
	return 0;
}

static struct node *new_node(enum kind kind, unsigned mode, const char *name)
{
	for (int i = 0; i < NODES; i++) {
		struct node *node = &nodes[i];
		if (node->kind) continue;
		*node = (struct node){.kind = kind, .mode = mode, .modified = NOW};
		if (name) {
			node->name = copy_of(name);
			node->own_name = 1;
		}
		return node;
	}
	__pathfold_incomplete("the program makes more files than the runtime can hold");
}

static void drop_name(struct node *node)
{
	if (node->own_name) __pathfold_free((void *)node->name);
	node->own_name = 0;
	node->name = 0;
}

static void drop_data(struct node *node)
{
	if (node->own_data) __pathfold_free(node->data);
	node->own_data = 0;
	node->data = 0;
	node->size = node->capacity = 0;
}

static void drop_if_unused(struct node *node)
{
	if (node->name || node->opens) return;
	drop_data(node);
	node->kind = UNUSED;
}

void __pathfold_add_file(const char *name, unsigned char *data, size_t size)
{
	struct path path;
	if (resolve(AT_FDCWD, name, &path)) __pathfold_incomplete("a file of the program has a name that is not a path");
	struct node *node = new_node(REGULAR, S_IFREG | 0644, path.text);
	node->data = data;
	node->size = node->capacity = size;
}

void __pathfold_set_stdin(unsigned char *data, size_t size)
{
	nodes[0].data = data;
	nodes[0].size = nodes[0].capacity = size;
}

/* What the model itself holds on the heap is no leak of the program. */
void __pathfold_end_files(void)
{
	if (!holds) return;
	for (int i = 0; i < NODES; i++) {
		drop_name(&nodes[i]);
		drop_data(&nodes[i]);
	}
	if (own_current) __pathfold_free((void *)current);
	own_current = 0;
}

/* Descriptors */

static long new_descriptor(struct open_file *file, long lowest, int flags)
{
	for (long fd = lowest; fd < FILES_OPEN; fd++) {
		if (descriptors[fd]) continue;
		descriptors[fd] = file;
		close_on_exec[fd] = !!(flags & O_CLOEXEC);
		file->descriptors++;
		return fd;
	}
	return -EMFILE;
}

static long open_node(struct node *node, int flags)
{
	for (int i = 0; i < FILES_OPEN; i++) {
		struct open_file *file = &open_files[i];
		if (file->descriptors) continue;
		*file = (struct open_file){.node = node, .flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOCTTY)};
		long fd = new_descriptor(file, 0, flags);
		if (fd >= 0) node->opens++;
		return fd;
	}
	return -ENFILE;
}

int __pathfold_is_open(long fd) { return opened(fd) != 0; }

static int readable(struct open_file *file) { return (file->flags & O_ACCMODE) != O_WRONLY; }

static int writable(struct open_file *file) { return (file->flags & O_ACCMODE) != O_RDONLY; }

long __pathfold_open(int folder, const char *path, int flags, unsigned mode)
{
	struct path name;
	long error = resolve(folder, path, &name);
	if (error) return error;
	int how = flags & O_ACCMODE;
	struct node *node = lookup(name.text);
	if (!node) {
		if (!(flags & O_CREAT)) return -ENOENT;
		if (name.folder_only) return -EISDIR;
		error = parent_exists(name.text);
		if (error) return error;
		node = new_node(REGULAR, S_IFREG | (mode & 07777 & ~__pathfold_umask), name.text);
		return open_node(node, flags);
	}
	if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
	if (node->kind == FOLDER) {
		if (how != O_RDONLY || (flags & O_CREAT)) return -EISDIR;
	} else if ((flags & O_DIRECTORY) || name.folder_only) {
		return -ENOTDIR;
	}
	if (how != O_WRONLY && !(node->mode & 0400)) return -EACCES;
	if (how != O_RDONLY && !(node->mode & 0200)) return -EACCES;
	if ((flags & O_TRUNC) && node->kind == REGULAR && how != O_RDONLY) drop_data(node);
	return open_node(node, flags);
}

long __pathfold_close(long fd)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	descriptors[fd] = 0;
	if (--file->descriptors == 0) {
		file->node->opens--;
		drop_if_unused(file->node);
	}
	return 0;
}

long __pathfold_close_from(unsigned long first, unsigned long last)
{
	for (long fd = 0; fd < FILES_OPEN; fd++)
		if (fd >= first && fd <= last && descriptors[fd]) __pathfold_close(fd);
	return 0;
}

long __pathfold_duplicate(long fd, long lowest, int flags)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	if (lowest < 0 || lowest >= FILES_OPEN) return -EINVAL;
	return new_descriptor(file, lowest, flags);
}

long __pathfold_duplicate_to(long fd, long to, int flags)
{
	struct open_file *file = opened(fd);
	if (!file || (unsigned long)to >= FILES_OPEN) return -EBADF;
	if (fd == to) return to;
	if (descriptors[to]) __pathfold_close(to);
	descriptors[to] = file;
	close_on_exec[to] = !!(flags & O_CLOEXEC);
	file->descriptors++;
	return to;
}

long __pathfold_pipe(int *fds, int flags)
{
	struct node *node = new_node(PIPE, S_IFIFO | 0600, 0);
	long in = open_node(node, O_RDONLY | flags);
	if (in < 0) return in;
	long out = open_node(node, O_WRONLY | flags);
	if (out < 0) {
		__pathfold_close(in);
		return out;
	}
	fds[0] = in;
	fds[1] = out;
	return 0;
}

long __pathfold_control(long fd, int command, long argument)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	switch (command) {
	case F_DUPFD: return __pathfold_duplicate(fd, argument, 0);
	case F_DUPFD_CLOEXEC: return __pathfold_duplicate(fd, argument, O_CLOEXEC);
	case F_GETFD: return close_on_exec[fd];
	case F_SETFD: close_on_exec[fd] = argument & 1; return 0;
	case F_GETFL: return file->flags;
	case F_SETFL: {
		int changes = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
		file->flags = (file->flags & ~changes) | (argument & changes);
		return 0;
	}
	case F_SETLK: case F_SETLKW: return 0;
	default: return -EINVAL;
	}
}

/* Nothing is a terminal; files and pipes say how much is left to read. */
long __pathfold_device_control(long fd, unsigned long command, int *to)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	enum kind kind = file->node->kind;
	if (command != FIONREAD || (kind != REGULAR && kind != PIPE && kind != OUTPUT)) return -ENOTTY;
	size_t offset = file->offset; /* may be behind the end of a file */
	if (kind == OUTPUT) offset = file->node->size; /* someone has read it */
	if (kind == PIPE && !readable(file)) {
		offset = 0;
		for (int i = 0; i < FILES_OPEN; i++)
			if (open_files[i].descriptors && open_files[i].node == file->node && readable(&open_files[i])) offset = open_files[i].offset;
	}
	*to = (int)(file->node->size - offset);
	return 0;
}

/* Contents */

static size_t take(struct node *node, void *to, size_t size, size_t offset)
{
	if (node->kind == EMPTY || node->kind == OUTPUT) return 0;
	if (node->kind == ZEROS) {
		memset(to, 0, size);
		return size;
	}
	if (offset >= node->size) return 0;
	size_t left = node->size - offset;
	if (size > left) size = left;
	memcpy(to, node->data + offset, size);
	return size;
}

static void reserve(struct node *node, size_t size)
{
	if (node->own_data && size <= node->capacity) return;
	size_t capacity = size < 64 ? 64 : size * 2;
	unsigned char *data = __pathfold_allocate(capacity, 1);
	holds = 1;
	if (node->size) memcpy(data, node->data, node->size);
	if (node->own_data) __pathfold_free(node->data);
	node->data = data;
	node->capacity = capacity;
	node->own_data = 1;
}

static void resize(struct node *node, size_t size)
{
	if (size > node->size) {
		reserve(node, size);
		memset(node->data + node->size, 0, size - node->size);
	}
	node->size = size;
}

static long put(struct node *node, const void *from, size_t size, size_t offset)
{
	if (!size) return 0;
	if (node->kind == OUTPUT) {
		__pathfold_write(node->stream, from, size);
		return size;
	}
	if (node->kind == EMPTY || node->kind == ZEROS) return size;
	if (offset > LARGEST || size > LARGEST - offset) return -EFBIG;
	if (offset > node->size) resize(node, offset);
	reserve(node, offset + size > node->size ? offset + size : node->size);
	memcpy(node->data + offset, from, size);
	if (offset + size > node->size) node->size = offset + size;
	return size;
}

long __pathfold_read(long fd, void *to, size_t size)
{
	struct open_file *file = opened(fd);
	if (!file || !readable(file)) return -EBADF;
	if (file->node->kind == FOLDER) return -EISDIR;
	size_t got = take(file->node, to, size, file->offset);
	file->offset += got;
	return got;
}

long __pathfold_read_at(long fd, void *to, size_t size, long offset)
{
	struct open_file *file = opened(fd);
	if (!file || !readable(file)) return -EBADF;
	if (file->node->kind == FOLDER) return -EISDIR;
	if (file->node->kind == PIPE) return -ESPIPE;
	if (offset < 0) return -EINVAL;
	return take(file->node, to, size, offset);
}

int __pathfold_stream(long fd)
{
	struct open_file *file = opened(fd);
	return file && writable(file) && file->node->kind == OUTPUT ? file->node->stream : 0;
}

long __pathfold_write_to(long fd, const void *from, size_t size)
{
	struct open_file *file = opened(fd);
	if (!file || !writable(file)) return -EBADF;
	struct node *node = file->node;
	if (node->kind == PIPE) return put(node, from, size, node->size);
	if (file->flags & O_APPEND) file->offset = node->size;
	long done = put(node, from, size, file->offset);
	if (node->kind == REGULAR && done > 0) file->offset += done;
	return done;
}

long __pathfold_write_at(long fd, const void *from, size_t size, long offset)
{
	struct open_file *file = opened(fd);
	if (!file || !writable(file)) return -EBADF;
	if (file->node->kind == PIPE || file->node->kind == OUTPUT) return -ESPIPE;
	if (offset < 0) return -EINVAL;
	return put(file->node, from, size, offset);
}

long __pathfold_seek(long fd, long offset, int from)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	struct node *node = file->node;
	if (node->kind == PIPE || node->kind == OUTPUT) return -ESPIPE;
	if (node->kind == EMPTY || node->kind == ZEROS) return 0;
	switch (from) {
	case SEEK_SET: break;
	case SEEK_CUR: offset += file->offset; break;
	case SEEK_END: offset += node->size; break;
	default: return -EINVAL;
	}
	if (offset < 0) return -EINVAL;
	file->offset = offset;
	return offset;
}

long __pathfold_truncate(const char *path, long size)
{
	struct node *node;
	long error = find(AT_FDCWD, path, &node);
	if (error) return error;
	if (node->kind == FOLDER) return -EISDIR;
	if (node->kind != REGULAR || size < 0) return -EINVAL;
	if (!(node->mode & 0200)) return -EACCES;
	if (size > LARGEST) return -EFBIG;
	resize(node, size);
	return 0;
}

long __pathfold_truncate_fd(long fd, long size)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	if (!writable(file) || file->node->kind != REGULAR || size < 0) return -EINVAL;
	if (size > LARGEST) return -EFBIG;
	resize(file->node, size);
	return 0;
}

/* Status */

static long status(struct node *node, struct stat *to)
{
	memset(to, 0, sizeof *to);
	to->st_dev = 1;
	to->st_ino = node - nodes + 1;
	to->st_nlink = node->kind == FOLDER ? 2 : 1;
	to->st_mode = node->mode;
	to->st_uid = to->st_gid = USER;
	to->st_size = node->kind == FOLDER ? 4096 : node->kind == REGULAR ? node->size : 0;
	to->st_blksize = 4096;
	to->st_blocks = (to->st_size + 4095) / 4096 * 8;
	to->st_atim.tv_sec = to->st_mtim.tv_sec = to->st_ctim.tv_sec = node->modified ? node->modified : NOW;
	return 0;
}

long __pathfold_stat_fd(long fd, struct stat *to)
{
	struct open_file *file = opened(fd);
	return file ? status(file->node, to) : -EBADF;
}

long __pathfold_stat_path(int folder, const char *path, struct stat *to, int flags)
{
	struct node *node;
	if ((flags & AT_EMPTY_PATH) && !*path) {
		if (folder != AT_FDCWD) return __pathfold_stat_fd(folder, to);
		path = ".";
	}
	long error = find(folder, path, &node);
	return error ? error : status(node, to);
}

long __pathfold_access(int folder, const char *path, int how)
{
	struct node *node;
	long error = find(folder, path, &node);
	if (error) return error;
	return (node->mode >> 6 & 7 & how) == (how & 7) ? 0 : -EACCES;
}

/* There are no programs but what the program itself makes. */
long __pathfold_execute(int folder, const char *path)
{
	struct node *node;
	long error = find(folder, path, &node);
	if (error) return error;
	if (node->kind != REGULAR || !(node->mode & 0100)) return -EACCES;
	__pathfold_incomplete("the program starts another one");
}

long __pathfold_chmod(int folder, const char *path, unsigned mode)
{
	struct node *node;
	long error = find(folder, path, &node);
	if (error) return error;
	node->mode = (node->mode & S_IFMT) | (mode & 07777);
	return 0;
}

long __pathfold_chmod_fd(long fd, unsigned mode)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	file->node->mode = (file->node->mode & S_IFMT) | (mode & 07777);
	return 0;
}

/* No path means the file that is open as this descriptor. */
long __pathfold_touch(int folder, const char *path, const void *times)
{
	struct node *node;
	if (path) {
		long error = find(folder, path, &node);
		if (error) return error;
	} else {
		struct open_file *file = opened(folder);
		if (!file) return -EBADF;
		node = file->node;
	}
	const struct timespec *modified = times ? (const struct timespec *)times + 1 : 0;
	if (!modified || modified->tv_nsec == UTIME_NOW) node->modified = NOW;
	else if (modified->tv_nsec != UTIME_OMIT) node->modified = modified->tv_sec;
	return 0;
}

long __pathfold_readlink(int folder, const char *path)
{
	struct node *node;
	long error = find(folder, path, &node);
	return error ? error : -EINVAL;
}

/* Folders */

static int is_inside(const char *name, const char *folder)
{
	size_t length = parent_length(name);
	return strcmp(name, "/") && !strncmp(name, folder, length) && !folder[length];
}

static int is_empty(struct node *folder)
{
	for (int i = 0; i < NODES; i++)
		if (nodes[i].kind && nodes[i].name && is_inside(nodes[i].name, folder->name)) return 0;
	return 1;
}

long __pathfold_mkdir(int folder, const char *path, unsigned mode)
{
	struct path name;
	long error = resolve(folder, path, &name);
	if (error) return error;
	if (lookup(name.text)) return -EEXIST;
	error = parent_exists(name.text);
	if (error) return error;
	new_node(FOLDER, S_IFDIR | (mode & 01777 & ~__pathfold_umask), name.text);
	return 0;
}

long __pathfold_unlink(int folder, const char *path, int folder_wanted)
{
	struct node *node;
	long error = find(folder, path, &node);
	if (error) return error;
	if (folder_wanted) {
		if (node->kind != FOLDER) return -ENOTDIR;
		if (!strcmp(node->name, "/") || !strcmp(node->name, current)) return -EBUSY;
		if (!is_empty(node)) return -ENOTEMPTY;
	} else if (node->kind == FOLDER) {
		return -EISDIR;
	}
	if (node < &nodes[4]) return -EACCES; /* the standard streams */
	error = parent_exists(node->name);
	if (error) return error;
	drop_name(node);
	drop_if_unused(node);
	return 0;
}

long __pathfold_rename(int from_folder, const char *from, int to_folder, const char *to)
{
	struct node *node;
	struct path name;
	long error = find(from_folder, from, &node);
	if (!error) error = resolve(to_folder, to, &name);
	if (!error) error = parent_exists(name.text);
	if (error) return error;
	struct node *old = lookup(name.text);
	if (old == node) return 0;
	if (!strcmp(node->name, "/") || !strcmp(node->name, current)) return -EBUSY;
	if (node->kind == FOLDER && !is_empty(node))
		__pathfold_incomplete("renaming a folder that is not empty is not modelled");
	if (old) {
		if (old->kind == FOLDER && node->kind != FOLDER) return -EISDIR;
		if (old->kind != FOLDER && node->kind == FOLDER) return -ENOTDIR;
		if (old->kind == FOLDER && !is_empty(old)) return -ENOTEMPTY;
		drop_name(old);
		drop_if_unused(old);
	}
	drop_name(node);
	node->name = copy_of(name.text);
	node->own_name = 1;
	return 0;
}

static long change_to(struct node *node)
{
	if (node->kind != FOLDER) return -ENOTDIR;
	if (!node->name) return -ENOENT;
	if (own_current) __pathfold_free((void *)current);
	current = copy_of(node->name);
	own_current = 1;
	return 0;
}

long __pathfold_chdir(const char *path)
{
	struct node *node;
	long error = find(AT_FDCWD, path, &node);
	return error ? error : change_to(node);
}

long __pathfold_chdir_fd(long fd)
{
	struct open_file *file = opened(fd);
	return file ? change_to(file->node) : -EBADF;
}

long __pathfold_getcwd(char *to, size_t size)
{
	size_t length = strlen(current) + 1;
	if (size < length) return -ERANGE;
	memcpy(to, current, length);
	return length;
}

/* The entries of a folder; the offset counts them: "." and ".." first, then nodes by number. */
long __pathfold_list(long fd, void *to, size_t size)
{
	struct open_file *file = opened(fd);
	if (!file) return -EBADF;
	if (file->node->kind != FOLDER) return -ENOTDIR;
	size_t at = 0;
	for (; file->offset < NODES + 2; file->offset++) {
		struct node *node = file->node;
		const char *name = file->offset ? ".." : ".";
		if (file->offset >= 2) {
			node = &nodes[file->offset - 2];
			if (!node->kind || !node->name || !is_inside(node->name, file->node->name)) continue;
			name = strrchr(node->name, '/') + 1;
		}
		size_t length = strlen(name) + 1;
		size_t record = (offsetof(struct dirent, d_name) + length + 7) & -8UL;
		if (at + record > size) return at ? at : -EINVAL;
		struct dirent *entry = (void *)((char *)to + at);
		entry->d_ino = node - nodes + 1;
		entry->d_off = file->offset + 1;
		entry->d_reclen = record;
		entry->d_type = (node->mode & S_IFMT) >> 12;
		memcpy(entry->d_name, name, length);
		at += record;
	}
	return at;
}
