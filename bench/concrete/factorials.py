def factorial(n):
    f = 1
    i = 2
    while i <= n:
        f = f * i
        i = i + 1
    return f
def main():
    s = 0
    r = 0
    n = 20
    while r < 400000:
        s = s + factorial(n)
        n = n + 1
        if n > 50:
            n = 20
        r = r + 1
    return s
print(main())
