def steps(n):
    if n == 1:
        r = 0
    elif n // 2 * 2 == n:
        r = 1 + steps(n // 2)
    else:
        r = 1 + steps(3 * n + 1)
    return r
def main():
    s = 0
    n = 1
    while n < 40000:
        s = s + steps(n)
        n = n + 1
    return s
print(main())
