def power(b, n):
    if n == 0:
        r = 1
    else:
        h = power(b, n // 2)
        r = h * h
        if n // 2 * 2 != n:
            r = r * b
    return r
def main():
    s = 0
    i = 0
    b = 2
    n = 0
    while i < 1000000:
        s = s + power(b, n)
        b = b + 1
        if b > 7:
            b = 2
        n = n + 1
        if n > 20:
            n = 0
        i = i + 1
    return s
print(main())
