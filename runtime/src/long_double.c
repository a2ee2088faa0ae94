/*
 * Functions on long double whose results a double cannot hold in general. A long double is kept as the double it is
 * (crates/lower), so a result that would be rounded to more bits must not be computed: it ends the path. What is exact
 * (floorl, fmodl, frexpl, fabsl, ...) is musl's.
 */
#define _GNU_SOURCE
#include <complex.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <pathfold.h>
#include "floatscan.h"

#define INEXACT(name) __pathfold_incomplete("long double: `" name "` is not supported where its result is no `double`")

/* What is known at one place, or where the argument is no number, is known exactly. */
#define AT(name, place, value) \
	long double name(long double x) \
	{ \
		if (isnan(x)) return x; \
		if (x != (place)) INEXACT(#name); \
		return value; \
	}

AT(acosl, 1, 0)
AT(acoshl, 1, 0)
AT(asinl, 0, x)
AT(asinhl, 0, x)
AT(atanl, 0, x)
AT(atanhl, 0, x)
AT(cbrtl, 0, x)
AT(cosl, 0, 1)
AT(coshl, 0, 1)
AT(erfl, 0, x)
AT(erfcl, 0, 1)
AT(expl, 0, 1)
AT(exp2l, 0, 1)
AT(exp10l, 0, 1)
AT(pow10l, 0, 1)
AT(expm1l, 0, x)
AT(logl, 1, 0)
AT(log10l, 1, 0)
AT(log1pl, 0, x)
AT(log2l, 1, 0)
AT(sinl, 0, x)
AT(sinhl, 0, x)
AT(tanl, 0, x)
AT(tanhl, 0, x)
AT(lgammal, 1, 0)
AT(tgammal, 1, 1)

long double __lgammal_r(long double x, int *sign) { INEXACT("lgammal_r"); }
long double lgammal_r(long double x, int *sign) { INEXACT("lgammal_r"); }

void sincosl(long double x, long double *sine, long double *cosine)
{
	*sine = sinl(x);
	*cosine = cosl(x);
}

#define TWO(name) long double name(long double x, long double y) { INEXACT(#name); }

TWO(atan2l)
TWO(hypotl)
TWO(nextafterl)
TWO(nexttowardl)
TWO(powl)

long double fmal(long double x, long double y, long double z) { INEXACT("fmal"); }

long double fdiml(long double x, long double y)
{
	if (isnan(x)) return x;
	if (isnan(y)) return y;
	if (x > y) INEXACT("fdiml");
	return 0;
}

/* A root of few bits has an exact square. */
long double sqrtl(long double x)
{
	double square = x, root = sqrt(square);
	if (isnan(root) || root == 0 || isinf(root)) return root;
	if ((float)root != root || root * root != square || square < 0x1p-200) INEXACT("sqrtl");
	return root;
}

/* What is below the normal range of a double is within that of a long double. */
int __fpclassifyl(long double x)
{
	int class = __fpclassify(x);
	return class == FP_SUBNORMAL ? FP_NORMAL : class;
}

/* Exact where the way back is. */
static double scaled(double x, int n, const char *inexact)
{
	double result = scalbn(x, n);
	if (x == 0 || isnan(x) || isinf(x)) return x;
	if (isinf(result) || n < -2000 || n > 2000 || scalbn(result, -n) != x) __pathfold_incomplete(inexact);
	return result;
}

#define SCALED(name, type) \
	long double name(long double x, type n) \
	{ \
		int near = n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n; \
		return scaled(x, near, "long double: `" #name "` is not supported where its result is no `double`"); \
	}

SCALED(ldexpl, int)
SCALED(scalbnl, int)
SCALED(scalblnl, long)

#define COMPLEX(name) long double complex name(long double complex z) { INEXACT(#name); }

COMPLEX(cacosl)
COMPLEX(cacoshl)
COMPLEX(casinl)
COMPLEX(casinhl)
COMPLEX(catanl)
COMPLEX(catanhl)
COMPLEX(ccosl)
COMPLEX(ccoshl)
COMPLEX(cexpl)
COMPLEX(clogl)
COMPLEX(csinl)
COMPLEX(csinhl)
COMPLEX(csqrtl)
COMPLEX(ctanl)
COMPLEX(ctanhl)

long double cabsl(long double complex z) { INEXACT("cabsl"); }
long double cargl(long double complex z) { INEXACT("cargl"); }
long double complex cpowl(long double complex z, long double complex y) { INEXACT("cpowl"); }

/* Numbers in texts: musl's own (runtime/build), but for long double, which only strtold reads (src/numbers.c). */
long double __pathfold_floatscan(FILE *f, int precision, int back);

long double __floatscan(FILE *f, int precision, int back)
{
	if (precision == 2) __pathfold_incomplete("long double: reading one from a stream or a wide text is not supported");
	int before = errno;
	long double value = __pathfold_floatscan(f, precision, back);
	/* musl: there is no number; glibc leaves errno alone. */
	if (errno == EINVAL) errno = before;
	return value;
}
