def main():
    found = 0
    n = 2
    while n < 5500:
        s = 1
        d = 2
        while d <= n // 2:
            if n // d * d == n:
                s = s + d
            d = d + 1
        if s == n:
            found = found * 10000 + n
        n = n + 1
    return found
print(main())
