def main():
    a = 0
    b = 1
    i = 0
    while i < 5000000:
        t = a + b
        t = t - t // 1000000007 * 1000000007
        a = b
        b = t
        i = i + 1
    return a
print(main())
