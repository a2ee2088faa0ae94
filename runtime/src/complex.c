/*
 * What the compiler calls for complex products and quotients that may meet infinities (C11 G.5.1).
 */
#include <math.h>

#define COMPLEX(type, suffix, product, quotient) \
	static type finite_##suffix(type x) { return __builtin_copysign(isinf(x) ? 1 : 0, x); } \
	type _Complex product(type a, type b, type c, type d) \
	{ \
		type ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
		type x = ac - bd, y = ad + bc; \
		if (isnan(x) && isnan(y)) { \
			int again = 0; \
			if (isinf(a) || isinf(b)) { \
				a = finite_##suffix(a), b = finite_##suffix(b); \
				if (isnan(c)) c = __builtin_copysign(0, c); \
				if (isnan(d)) d = __builtin_copysign(0, d); \
				again = 1; \
			} \
			if (isinf(c) || isinf(d)) { \
				c = finite_##suffix(c), d = finite_##suffix(d); \
				if (isnan(a)) a = __builtin_copysign(0, a); \
				if (isnan(b)) b = __builtin_copysign(0, b); \
				again = 1; \
			} \
			if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) { \
				if (isnan(a)) a = __builtin_copysign(0, a); \
				if (isnan(b)) b = __builtin_copysign(0, b); \
				if (isnan(c)) c = __builtin_copysign(0, c); \
				if (isnan(d)) d = __builtin_copysign(0, d); \
				again = 1; \
			} \
			if (again) x = INFINITY * (a * c - b * d), y = INFINITY * (a * d + b * c); \
		} \
		type _Complex result; \
		__real__ result = x; \
		__imag__ result = y; \
		return result; \
	} \
	type _Complex quotient(type a, type b, type c, type d) \
	{ \
		int shift = 0; \
		double larger = fmax(fabs((double)c), fabs((double)d)); \
		if (isfinite(larger) && larger != 0) { \
			shift = -ilogb(larger); \
			c = scalbn(c, shift), d = scalbn(d, shift); \
		} \
		type size = c * c + d * d; \
		type x = scalbn((a * c + b * d) / size, shift), y = scalbn((b * c - a * d) / size, shift); \
		if (isnan(x) && isnan(y)) { \
			if (size == 0 && (!isnan(a) || !isnan(b))) { \
				x = __builtin_copysign(INFINITY, c) * a, y = __builtin_copysign(INFINITY, c) * b; \
			} else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) { \
				a = finite_##suffix(a), b = finite_##suffix(b); \
				x = INFINITY * (a * c + b * d), y = INFINITY * (b * c - a * d); \
			} else if (isinf(larger) && isfinite(a) && isfinite(b)) { \
				c = finite_##suffix(c), d = finite_##suffix(d); \
				x = 0 * (a * c + b * d), y = 0 * (b * c - a * d); \
			} \
		} \
		type _Complex result; \
		__real__ result = x; \
		__imag__ result = y; \
		return result; \
	}

COMPLEX(double, double, __muldc3, __divdc3)
COMPLEX(float, float, __mulsc3, __divsc3)
