/*
 * Standard output. Its buffer fills and empties as glibc's does for a pipe, so that what the program writes to the same
 * descriptor by itself comes where it comes natively: 4096 bytes, written when one more does not fit.
 *
 * A byte in it may be there under a condition (src/print.c). How full the buffer is then depends on inputs; it counts as
 * full when it may be.
 */
#define _GNU_SOURCE
#include <stdio_ext.h>
#include <string.h>
#include "stdio_impl.h"
#include "world.h"

#undef stdout

enum { ROOM = 4096 };

static unsigned char buffer[UNGET + ROOM];
static unsigned char absent[ROOM]; /* 1 for a byte that is not there; 0 for all that have no condition */
static int conditions;             /* whether there are any */

/*
 * For the command line to set: bytes with conditions go to the engine at once and overtake nothing. States that have
 * printed different numbers of them are easier to merge then.
 */
int __pathfold_print_at_once;

static size_t write_stdout(FILE *f, const unsigned char *bytes, size_t size);

hidden FILE __stdout_FILE = {
	.buf = buffer + UNGET,
	.buf_size = ROOM,
	.fd = 1,
	.flags = F_PERM | F_NORD,
	.lbf = -1,
	.write = write_stdout,
	.seek = __stdio_seek,
	.close = __stdio_close,
	.lock = -1,
};
FILE *const stdout = &__stdout_FILE;
FILE *volatile __stdout_used = &__stdout_FILE;

static int is_ours(const FILE *f)
{
	return f->write == write_stdout && f->buf == buffer + UNGET && f->buf_size == ROOM;
}

/* Nothing is in the buffer any more. */
static void forget(FILE *f)
{
	if (conditions) memset(absent, 0, f->wpos - f->wbase);
	conditions = 0;
	f->wpos = f->wbase = f->buf;
}

static int write_piece(FILE *f, const unsigned char *from, size_t size)
{
	return !size || __pathfold_write_to(f->fd, from, size) == size;
}

/* Writes what is in the buffer, piece by piece between the bytes with conditions. */
static int write_conditional(FILE *f)
{
	size_t size = f->wpos - f->wbase, start = 0;
	int stream = __pathfold_stream(f->fd), well = 1;
	for (size_t i = 0; i < size; i++) {
		if (!__pathfold_is_symbolic(absent[i])) continue;
		well &= write_piece(f, f->wbase + start, i - start);
		if (stream) __pathfold_write_if(stream, f->wbase[i], 1 - absent[i]);
		else if (!absent[i]) well &= write_piece(f, f->wbase + i, 1);
		start = i + 1;
	}
	well &= write_piece(f, f->wbase + start, size - start);
	forget(f);
	if (!well) {
		f->wpos = f->wbase = f->wend = 0;
		f->flags |= F_ERR;
	}
	return well;
}

static size_t write_stdout(FILE *f, const unsigned char *bytes, size_t size)
{
	size_t room = conditions ? 0 : f->wend - f->wpos;
	if (conditions && !write_conditional(f)) return 0;
	if (!size || !is_ours(f) || f->lbf >= 0) return __stdio_write(f, bytes, size);
	/* It did not fit: fill the buffer and write it; what are whole buffers goes out at once, and the rest stays. */
	size_t rest = size > room ? (size - room) % ROOM : 0, out = size - rest;
	if (__stdio_write(f, bytes, out) != out || !f->wpos) return 0;
	memcpy(f->wpos, bytes + out, rest);
	f->wpos += rest;
	return size;
}

enum output __pathfold_output(FILE *f, int *stream)
{
	if (f->write != __stdio_write && f->write != write_stdout) return CLOSED;
	*stream = __pathfold_stream(f->fd);
	if (!*stream) return CLOSED;
	if (is_ours(f) && !__pathfold_print_at_once) return KEPT;
	f->write(f, 0, 0); /* what is before it */
	return OPEN;
}

void __pathfold_keep_if(FILE *f, unsigned char byte, int condition)
{
	if (!f->wend && __towrite(f)) return;
	if (f->wpos == f->wend && (f->write(f, 0, 0), !f->wpos)) return;
	absent[f->wpos - f->buf] = 1 - condition;
	*f->wpos++ = byte;
	conditions = 1;
}

/* musl's, but for the conditions. */
#define __fpurge __pathfold_purge
#define fpurge __pathfold_purge_too
#include "../stdio/ext.c"
#undef __fpurge
#undef fpurge

int __fpurge(FILE *f)
{
	if (is_ours(f)) forget(f);
	return __pathfold_purge(f);
}
weak_alias(__fpurge, fpurge);
