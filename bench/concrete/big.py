def main():
    i = 0
    a = 0
    b = 1
    while i < 100000:
        t = a + b
        a = b
        b = t
        i = i + 1
    return a - a // 1000000007 * 1000000007
print(main())
