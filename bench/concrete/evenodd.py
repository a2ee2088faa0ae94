def even(n):
    if n == 0:
        r = 1
    else:
        r = odd(n - 1)
    return r
def odd(n):
    if n == 0:
        r = 0
    else:
        r = even(n - 1)
    return r
def main():
    count = 0
    i = 0
    n = 0
    while i < 20000:
        count = count + even(n)
        n = n + 7
        if n > 500:
            n = n - 500
        i = i + 1
    return count
print(main())
