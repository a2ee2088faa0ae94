def fib(n):
    if n < 2:
        r = n
    else:
        r = fib(n - 1) + fib(n - 2)
    return r
def main():
    return fib(31)
print(main())
