/* Exercises the library and the model; prints what a real system would. Run natively by ./run, and by the engine's tests. */
#define _GNU_SOURCE
#include <limits.h>
#include <sys/syscall.h>
#include <sys/statfs.h>
#include <regex.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int fell;
#define CHECK(c) ((c) ? (void)0 : (void)(fell++, printf("line %d: %s fails (errno %d)\n", __LINE__, #c, errno)))

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static volatile int signalled;
static void on_signal(int n) { signalled = n; }
static void once(void) { fell += 0; signalled++; }
static void goodbye(void) { puts("goodbye"); }

static void strings(void)
{
	char a[64];
	CHECK(strlen("hello") == 5 && !strcmp(strcpy(a, "abc"), "abc") && strstr("needle in hay", "in") && !strstr("abc", "abd"));
	CHECK(!strcmp(strcat(a, "def"), "abcdef") && strchr(a, 'd') == a + 3 && !strchr(a, 'z') && strrchr("a/b/c", '/'));
	CHECK(memchr("abc", 'c', 3) && !memchr("abc", 'd', 3) && !memcmp("ab", "ab", 2) && memcmp("ab", "ac", 2) < 0);
	CHECK(strspn("aabbc", "ab") == 4 && strcspn("hello", "l") == 2 && !strcmp(strpbrk("hello", "l"), "llo"));
	memmove(a + 1, a, 5);
	CHECK(!strcmp(a, "aabcde") && strnlen(a, 3) == 3 && strlcpy(a, "truncate", 4) == 8 && !strcmp(a, "tru"));
	strncpy(a, "xy", 5);
	CHECK(a[4] == 0 && memmem("abcabd", 6, "abd", 3) && !memmem("abcabd", 6, "abe", 3));
	CHECK(strtol("-0x1Fz", 0, 0) == -31 && strtoul("0777", 0, 0) == 511 && strtol("  42", 0, 10) == 42);
	errno = 0;
	CHECK(strtol("99999999999999999999", 0, 10) == 0x7fffffffffffffff && errno == ERANGE);
	CHECK(strtoul("-1", 0, 10) == -1UL && atoi("12x") == 12 && strtol("-9223372036854775808", 0, 10) == (long)1 << 63);
	char *end;
	CHECK(strtol("zz", &end, 36) == 35 * 36 + 35 && !*end && strtol("0x", &end, 16) == 0 && *end == 'x');
	CHECK(strtod("2.5e3", 0) == 2500 && strtod("inf", 0) == HUGE_VAL && strtod("0x1p-2", 0) == 0.25);
	CHECK(strtod("12.5xyz", &end) == 12.5 && !strcmp(end, "xyz") && strtof("none", &end) == 0 && *end == 'n' && atof("-1e-3") == -1e-3);
	char *copy = strdup("dup");
	CHECK(copy && !strcmp(copy, "dup"));
	free(copy);
	int n = 0;
	for (char t[] = "a,b,,c", *p = strtok(t, ","); p; p = strtok(0, ",")) n++;
	CHECK(n == 3 && isalpha('x') && !isalpha('1') && toupper('q') == 'Q');
	wchar_t w[8];
	CHECK(mbstowcs(w, "wide", 8) == 4 && w[3] == 'e' && wcslen(w) == 4);
}

static void formats(void)
{
	char a[128];
	int x = 0, y = 0;
	double d = 0;
	sprintf(a, "%d|%5s|%-4d|%04x|%c|%%|%lu|%zd|%+d", -7, "ab", 3, 255, 'q', 123456789012UL, (ssize_t)-1, 5);
	CHECK(!strcmp(a, "-7|   ab|3   |00ff|q|%|123456789012|-1|+5"));
	CHECK(sprintf(a, "%i %u %x %ld %llu %zu %s%c%%%d", -1, 4000000000u, 0xbeefu, LONG_MIN, ~0ULL, (size_t)7, (char *)0, '!', 0) == 72);
	CHECK(!strcmp(a, "-1 4000000000 beef -9223372036854775808 18446744073709551615 7 (null)!%0"));
	CHECK(snprintf(a, 6, "%s and %s", "this", "that") == 13 && !strcmp(a, "this ") && snprintf(0, 0, "%d", -12) == 3);
	CHECK(isnan(NAN) && !isnan(1.0) && isinf(-HUGE_VAL) && isfinite(1e308) && !isnormal(1e-310) && signbit(-0.0));
	sprintf(a, "%.3f %e %g %.0f %a", 3.14159, 12345.678, 0.0001, 2.5, 1.0);
	CHECK(!strcmp(a, "3.142 1.234568e+04 0.0001 2 0x1p+0"));
	sprintf(a, "%.17g %Lf", 0.1, (long double)1.5);
	CHECK(!strcmp(a, "0.10000000000000001 1.500000"));
	CHECK(snprintf(a, 4, "%s", "longer") == 6 && !strcmp(a, "lon"));
	CHECK(sscanf("12 abc 0x1f 2.5", "%d %5s %x %lf", &x, a, &y, &d) == 4 && x == 12 && y == 31 && d == 2.5);
	CHECK(sscanf("k=v", "%[^=]=%s", a, a + 32) == 2 && a[0] == 'k' && a[32] == 'v');
}

static void files(void)
{
	char line[64];
	struct stat st;
	FILE *f = fopen("made", "w");
	CHECK(f && fprintf(f, "one\ntwo %d\n", 2) > 0 && !fclose(f));
	CHECK(!stat("made", &st) && st.st_size == 10 && S_ISREG(st.st_mode));
	f = fopen("./made", "r+");
	CHECK(f && fgets(line, sizeof line, f) && !strcmp(line, "one\n") && fgets(line, sizeof line, f) && !fgets(line, sizeof line, f));
	CHECK(feof(f) && !fseek(f, 4, SEEK_SET) && fgetc(f) == 't' && ungetc('T', f) == 'T' && fgetc(f) == 'T');
	fclose(f);
	CHECK(!fopen("absent", "r") && errno == ENOENT);
	CHECK(!access("made", R_OK | W_OK) && access("made", X_OK) == -1);
	CHECK(!mkdir("sub", 0755) && !chdir("sub") && !access("../made", F_OK) && getcwd(line, sizeof line) && !strcmp(line, "/work/sub"));
	int fd = open("inner", O_CREAT | O_RDWR | O_EXCL, 0600);
	CHECK(fd >= 3 && write(fd, "12345", 5) == 5 && lseek(fd, 1, SEEK_SET) == 1 && read(fd, line, 9) == 4 && line[0] == '2');
	CHECK(pwrite(fd, "X", 1, 10) == 1 && pread(fd, line, 20, 0) == 11 && line[10] == 'X' && line[7] == 0 && !ftruncate(fd, 2));
	int other = dup(fd);
	CHECK(other > fd && !fstat(other, &st) && st.st_size == 2 && !close(fd) && (fcntl(other, F_GETFL) & O_ACCMODE) == O_RDWR && !close(other));
	CHECK(close(other) == -1 && errno == EBADF && open("inner", O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
	CHECK(!rename("inner", "../moved") && !chdir("..") && !rmdir("sub") && !access("moved", F_OK));
	int entries = 0;
	DIR *folder = opendir(".");
	while (folder && readdir(folder)) entries++;
	CHECK(entries == 4 && !closedir(folder)); /* . .. made moved */
	CHECK(!unlink("moved") && !remove("made") && unlink("made") == -1);
	int ends[2];
	CHECK(!pipe(ends) && write(ends[1], "pp", 2) == 2 && read(ends[0], line, 5) == 2 && !close(ends[0]) && !close(ends[1]));
	CHECK(!isatty(0) && !isatty(1) && errno == ENOTTY);
	f = tmpfile();
	CHECK(f && fputs("temporary", f) >= 0 && !fclose(f));
	char *text = 0;
	size_t size = 0;
	f = open_memstream(&text, &size);
	CHECK(f && fprintf(f, "%d", 77) == 2 && !fclose(f) && size == 2 && !strcmp(text, "77"));
	free(text);
	CHECK(open("/dev/null", O_WRONLY) >= 0 && open("nowhere/x", O_CREAT | O_WRONLY, 0600) == -1);
}

static int by_rank(const void *a, const void *b, void *calls)
{
	++*(int *)calls;
	return ((const short *)a)[1] - ((const short *)b)[1];
}

/* GNU's, which no header of musl declares. */
struct pattern { void *parts[6]; size_t groups; unsigned flags; };
struct registers { unsigned count; int *start, *end; };
extern unsigned long re_syntax_options;
const char *re_compile_pattern(const char *, size_t, struct pattern *);
int re_search(struct pattern *, const char *, int, int, int, struct registers *);
int re_match(struct pattern *, const char *, int, int, struct registers *);

static void expressions(void)
{
	struct pattern pattern = {0};
	struct registers registers = {0};
	CHECK(!re_compile_pattern("b\\(c*\\)", 7, &pattern) && pattern.groups == 1);
	CHECK(re_search(&pattern, "abccab", 6, 0, 6, &registers) == 1 && registers.start[1] == 2 && registers.end[1] == 4);
	CHECK(re_search(&pattern, "abccab", 6, 5, -5, 0) == 5 && re_search(&pattern, "abccab", 6, 2, 2, 0) == -1);
	CHECK(re_match(&pattern, "abccab", 6, 1, 0) == 3 && re_match(&pattern, "abccab", 6, 0, 0) == -1);
	regfree((void *)&pattern);
	free(registers.start);
	free(registers.end);
	CHECK(re_compile_pattern("\\(", 2, &pattern) != 0);
}

static void rest(void)
{
	int numbers[] = {5, 3, 9, 1}, key = 9;
	qsort(numbers, 4, sizeof *numbers, by_value);
	CHECK(numbers[0] == 1 && numbers[3] == 9 && bsearch(&key, numbers, 4, sizeof *numbers, by_value) == numbers + 3);
	struct { char name; short rank; } people[] = {{'a', 2}, {'b', 1}, {'c', 2}, {'d', 1}, {'e', 0}};
	int calls = 0;
	qsort_r(people, 5, sizeof *people, by_rank, &calls);
	CHECK(people[0].name == 'e' && people[1].name == 'b' && people[2].name == 'd' && people[3].name == 'a' && people[4].name == 'c');
	CHECK(calls >= 4 && calls <= 8);
	CHECK(syscall(SYS_getpid) == getpid() && syscall(SYS_close, 99) == -1 && errno == EBADF);
	CHECK(execl("/nowhere", "nowhere", (char *)0) == -1 && errno == ENOENT && execl("/tmp", "tmp", (char *)0) == -1 && errno == EACCES);
	struct statfs system;
	CHECK(!statfs("/tmp", &system) && system.f_bsize == 4096 && statfs("/nowhere", &system) == -1);
	expressions();
	CHECK(sqrt(2) > 1.414 && sqrt(2) < 1.4143 && fabs(-2.0) == 2 && floor(-1.5) == -2 && pow(2, 10) == 1024 && ilogb(8) == 3);
	CHECK(fabs(sin(1) - 0.841470984807896) < 1e-12 && fmod(7, 4) == 3 && nearbyint(2.5) == 2 && lround(2.5) == 3);
	int *p = calloc(3, sizeof *p);
	CHECK(p && !p[2] && (p = realloc(p, 100)) && !p[2] && !calloc((size_t)-1, 2) && errno == ENOMEM);
	free(p);
	void *aligned;
	CHECK(!posix_memalign(&aligned, 256, 10) && (size_t)aligned % 256 == 0);
	free(aligned);
	setenv("NAME", "value", 1);
	CHECK(getenv("NAME") && !strcmp(getenv("NAME"), "value") && !getenv("ABSENT"));
	time_t now = time(0);
	struct tm *tm = gmtime(&now);
	CHECK(tm->tm_year == 124 && tm->tm_mon == 0 && localtime(&now)->tm_mday == 1);
	signal(SIGUSR1, on_signal);
	CHECK(!raise(SIGUSR1) && signalled == SIGUSR1 && !kill(getpid(), SIGUSR1));
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_once_t control = PTHREAD_ONCE_INIT;
	pthread_key_t k;
	signalled = 0;
	CHECK(!pthread_mutex_lock(&mutex) && !pthread_mutex_unlock(&mutex) && !pthread_once(&control, once) && !pthread_once(&control, once));
	CHECK(signalled == 1 && !pthread_key_create(&k, 0) && !pthread_setspecific(k, &k) && pthread_getspecific(k) == &k);
	srand(1);
	CHECK(rand() != rand());
	_Complex double z = 1.0 + 2.0i;
	z = z * z;
	CHECK(__real__ z == -3 && __imag__ z == 4);
	z /= 1.0 + 2.0i;
	CHECK(__real__ z == 1 && __imag__ z == 2);
}

int main(int argc, char **argv, char **envp)
{
	char line[32];
	strings();
	formats();
	files();
	rest();
	for (int i = 1; i < argc; i++) printf("argument %d: %s\n", i, argv[i]);
	while (fgets(line, sizeof line, stdin)) printf("input: %s", line);
	for (char **e = envp; *e; e++) printf("environment: %s\n", *e);
	atexit(goodbye);
	printf("%d fell\n", fell);
	return fell ? 1 : 0;
}
