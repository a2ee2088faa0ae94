/*
 * The entry of every analysed program: builds the arguments, the environment and the files out of a command that the
 * command line writes into the initial value of __pathfold_command, then runs constructors, main and exit.
 *
 * The command is a list of strings, one after the other, each with its NUL; an empty one in the place of an option ends it.
 *   --program NAME           argv[0]
 *   --arg TEXT               an argument
 *   --sym-arg LEN            an argument of up to LEN arbitrary bytes (inputs arg00, arg01, ...)
 *   --sym-args MIN MAX LEN   from MIN to MAX of them (input n_args)
 *   --env NAME=VALUE         added to the environment, which holds LC_ALL=C otherwise
 *   --stdin-text TEXT        standard input
 *   --sym-stdin LEN          standard input of LEN arbitrary bytes (input stdin)
 *   --file NAME TEXT         a file
 *   --sym-files NUM LEN      files A, B, ... of LEN arbitrary bytes each (inputs A-data, B-data, ...)
 *   --sym-stdout             accepted, as KLEE has it; output depends on the inputs anyway
 * As in KLEE, options may have one dash or two.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "libc.h"
#include "world.h"

/* Synthesized by the loader: what the program has. main is called with as many arguments as it takes. */
int __pathfold_main(int argc, char **argv, char **envp);
void __pathfold_constructors(void);

char __pathfold_command[65536];

enum { MOST_ARGUMENTS = 256 };

static const char *place;

static const char *next(void)
{
	const char *s = place;
	place += strlen(s) + 1;
	return s;
}

static unsigned number(void)
{
	const char *s = next();
	unsigned n = 0;
	if (!*s) __pathfold_incomplete("the command of the program lacks a number");
	for (; *s; s++) {
		if (*s < '0' || *s > '9') __pathfold_incomplete("the command of the program has a text instead of a number");
		n = n * 10 + (*s - '0');
	}
	return n;
}

static int is(const char *option, const char *name)
{
	if (option[0] != '-') return 0;
	return !strcmp(option[1] == '-' ? option + 2 : option + 1, name);
}

/* Exact objects, so that an access beyond the end of an argument is found; on the stack of a function that never returns. */
#define COPY(text) \
	({ \
		const char *from_ = (text); \
		size_t size_ = strlen(from_) + 1; \
		char *to_ = __builtin_alloca(size_); \
		__pathfold_copy(to_, from_, size_); \
		to_; \
	})

#define SYMBOLIC_ARGUMENT(size) \
	({ \
		char name_[] = "arg00"; \
		name_[3] += symbolic / 10; \
		name_[4] += symbolic % 10; \
		symbolic++; \
		char *to_ = __builtin_alloca((size) + 1); \
		__pathfold_make_symbolic(to_, (size) + 1, name_); \
		to_[size] = 0; \
		to_; \
	})

static size_t auxiliary[] = {AT_PAGESZ, 4096, AT_UID, USER, AT_EUID, USER, AT_GID, USER, AT_EGID, USER, AT_NULL, 0};

void __pathfold_start(void)
{
	char *arguments[MOST_ARGUMENTS], *environment[MOST_ARGUMENTS];
	int argc = 1, variables = 0, symbolic = 0;
	arguments[0] = "program";
	environment[variables++] = COPY("LC_ALL=C");

	place = __pathfold_command;
	for (const char *option; *(option = next());) {
		if (argc >= MOST_ARGUMENTS - 1 || variables >= MOST_ARGUMENTS - 1)
			__pathfold_incomplete("the program has more arguments than the runtime can hold");
		if (is(option, "program")) {
			arguments[0] = COPY(next());
		} else if (is(option, "arg")) {
			arguments[argc++] = COPY(next());
		} else if (is(option, "env")) {
			const char *text = next();
			size_t name = strchrnul(text, '=') - text;
			int i = 0;
			while (i < variables && strncmp(environment[i], text, name + 1)) i++;
			environment[i] = COPY(text);
			if (i == variables) variables++;
		} else if (is(option, "sym-arg")) {
			unsigned size = number();
			arguments[argc++] = SYMBOLIC_ARGUMENT(size);
		} else if (is(option, "sym-args")) {
			int least = number(), most = number(), count;
			unsigned size = number();
			if (argc + most >= MOST_ARGUMENTS - 1)
				__pathfold_incomplete("the program has more arguments than the runtime can hold");
			__pathfold_make_symbolic(&count, sizeof count, "n_args");
			__pathfold_assume(count >= least);
			__pathfold_assume(count <= most);
			for (int i = 0; i < most && i < count; i++) arguments[argc++] = SYMBOLIC_ARGUMENT(size);
		} else if (is(option, "stdin-text")) {
			const char *text = next();
			__pathfold_set_stdin((unsigned char *)text, strlen(text));
		} else if (is(option, "sym-stdin")) {
			unsigned size = number();
			unsigned char *data = __builtin_alloca(size + !size);
			if (size) __pathfold_make_symbolic(data, size, "stdin");
			__pathfold_set_stdin(data, size);
		} else if (is(option, "file")) {
			const char *name = next(), *text = next();
			__pathfold_add_file(name, (unsigned char *)text, strlen(text));
		} else if (is(option, "sym-files")) {
			unsigned count = number(), size = number();
			for (unsigned i = 0; i < count && i < 26; i++) {
				char input[] = "A-data", name[] = "A";
				input[0] += i;
				name[0] += i;
				unsigned char *data = __builtin_alloca(size + !size);
				if (size) __pathfold_make_symbolic(data, size, input);
				__pathfold_add_file(name, data, size);
			}
		} else if (!is(option, "sym-stdout")) {
			__pathfold_incomplete("the command of the program has an unknown option");
		}
	}

	char **argv = __builtin_alloca((argc + 1) * sizeof *argv);
	for (int i = 0; i < argc; i++) argv[i] = arguments[i];
	argv[argc] = 0;
	char **envp = __builtin_alloca((variables + 1) * sizeof *envp);
	for (int i = 0; i < variables; i++) envp[i] = environment[i];
	envp[variables] = 0;

	__environ = envp;
	libc.auxv = auxiliary;
	libc.page_size = 4096;
	__progname = __progname_full = argv[0];
	for (char *s = argv[0]; *s; s++)
		if (*s == '/') __progname = s + 1;

	__pathfold_constructors();
	exit(__pathfold_main(argc, argv, envp));
}
