def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x
def main():
    s = 0
    n = 1
    while n < 900000:
        s = s + isqrt(n)
        n = n + 1
    return s
print(main())
