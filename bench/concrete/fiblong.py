def fib(n):
    a = 0
    b = 1
    while n > 1:
        a = a + b
        b = a + b
        n = n - 2
    if n == 1:
        a = b
    return a
def main():
    s = 0
    r = 0
    n = 200
    while r < 80000:
        s = s + fib(n)
        n = n + 1
        if n > 400:
            n = 200
        r = r + 1
    return s
print(main())
