def power(base, exponent, modulus):
    result = 1
    while exponent > 0:
        if exponent - exponent // 2 * 2 == 1:
            result = result * base - result * base // modulus * modulus
        base = base * base - base * base // modulus * modulus
        exponent = exponent // 2
    return result
def main():
    m = 1000000007
    s = 0
    i = 1
    while i < 150000:
        s = s + power(i, i + 10000, m)
        i = i + 1
    return s
print(main())
