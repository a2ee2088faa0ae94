def main():
    n = 1
    f = 1
    s = 0
    while n <= 700:
        f = f * n
        m = f
        while m > 0:
            s = s + (m - m // 10 * 10)
            m = m // 10
        n = n + 1
    return s
print(main())
