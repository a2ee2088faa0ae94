def power(base, exponent, modulus):
    result = 1
    while exponent > 0:
        if exponent // 2 * 2 != exponent:
            result = result * base
            result = result - result // modulus * modulus
        base = base * base
        base = base - base // modulus * modulus
        exponent = exponent // 2
    return result
def main():
    p = 115792089237316195423570985008687907853269984665640564039457584007908834671663
    s = 0
    i = 2
    while i < 1500:
        s = s + power(i, p - 1 - i, p)
        i = i + 1
    return s
print(main())
