def reverse(n):
    r = 0
    while n > 0:
        r = r * 10 + (n - n // 10 * 10)
        n = n // 10
    return r
def main():
    count = 0
    s = 0
    n = 0
    while n < 1200000:
        if reverse(n) == n:
            count = count + 1
            s = s + n
        n = n + 1
    return s * 10000 + count
print(main())
