/*
 * Before musl's <math.h>, which is bits/math.h here: what kind of number a float is is asked of the compiler, where musl
 * looks at the bits. The engine compares symbolic floats more easily than it takes them apart.
 */
#include <bits/math.h>

#ifndef PATHFOLD_MATH_H
#define PATHFOLD_MATH_H

#ifndef __cplusplus
#undef isinf
#undef isnan
#undef isnormal
#undef isfinite
#undef isunordered
#define isinf(x) __builtin_isinf(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define isfinite(x) __builtin_isfinite(x)
#define isunordered(x, y) __builtin_isunordered(x, y)
#endif

#endif
