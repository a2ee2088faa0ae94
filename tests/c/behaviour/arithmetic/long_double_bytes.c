// The bytes of a `long double` are the machine's: its 80 bits, whatever looks at them.
//@ behaviour
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union view {
	long double number;
	struct {
		uint64_t significand;
		uint16_t head;
	} parts;
	unsigned char bytes[16];
};

static long double table[] = { 0.0L, -0.0L, 1.0L, -2.5L, 0x1p-1074L, 0x1.8p-1030L, 0x1p1000L };
static union view preset = { .number = 0x1.8p100L };

/* Not a double: its bytes can be looked at all the same. */
static union view tenth = { .number = 0.1L };

struct record {
	char tag;
	long double value;
	short rest;
};

static void show(const char *what, long double number)
{
	union view view;
	memset(&view, 0, sizeof view);
	view.number = number;
	printf("%s %04x %016llx", what, view.parts.head, (unsigned long long)view.parts.significand);
	for (int i = 0; i < 10; i++)
		printf(" %02x", view.bytes[i]);
	printf(" %d\n", fpclassify((double)number));
}

static long double sum(int count, ...)
{
	va_list list;
	double total = 0;
	va_start(list, count);
	for (int i = 0; i < count; i++)
		total += (double)va_arg(list, long double);
	va_end(list);
	return total;
}

static struct record made(char tag, long double value)
{
	struct record record = { tag, value, 7 };
	return record;
}

int main(int argc, char **argv)
{
	double doubles[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 3.141592653589793, 1e-310, 5e-324, 2.2250738585072014e-308,
		1.7976931348623157e308, 123456789.0 };
	(void)argv;
	for (unsigned i = 0; i < sizeof doubles / sizeof *doubles; i++)
		show("double", doubles[i] * argc);
	show("infinity", (double)INFINITY * argc);
	show("negative", -(double)INFINITY * argc);
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		show("table", table[i]);
	show("preset", preset.number);
	printf("tenth %04x %016llx\n", tenth.parts.head, (unsigned long long)tenth.parts.significand);

	union view built;
	built.parts.significand = 0xa000000000000000u;
	built.parts.head = 0x4001;
	printf("built %g %d\n", (double)built.number, built.number == 5.0L);
	built.bytes[9] |= 0x80;
	printf("built %g\n", (double)built.number);

	long double a = 4.0L, b = 4.0L;
	printf("same %d %d\n", memcmp(&a, &b, 10) == 0, memcmp(&a, &table[2], 10) == 0);
	long double copy;
	memcpy(&copy, &table[3], sizeof copy);
	printf("copy %Lg\n", copy);
	long double whole;
	long double part = modfl(-2.75L, &whole);
	printf("modf %Lg %Lg\n", whole, part);
	printf("sum %Lg\n", sum(3, 1.0L, 2.5L, -0.25L));
	struct record record = made('x', 2.5L);
	printf("record %c %Lf %d %zu\n", record.tag, record.value, record.rest, sizeof record);
	long double *heap = malloc(3 * sizeof *heap);
	for (int i = 0; i < 3; i++)
		heap[i] = i * 0.5;
	printf("heap %Lg %Lg %Lg\n", heap[0], heap[1], heap[2]);
	free(heap);
	volatile long double tiny = 1e-310;
	printf("class %d %d %d\n", fpclassify(tiny) == FP_NORMAL, isnormal(tiny) != 0, signbit(-tiny) != 0);
	return 0;
}
