def prime(n):
    r = 1
    if n < 2:
        r = 0
    d = 2
    while r and d * d <= n:
        if n // d * d == n:
            r = 0
        d = d + 1
    return r
def main():
    count = 0
    n = 0
    while n < 250000:
        if prime(n):
            count = count + 1
        n = n + 1
    return count
print(main())
