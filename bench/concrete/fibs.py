def main():
    s = 0
    k = 0
    while k < 6000:
        a = k
        b = 1
        i = 0
        while i < 1000:
            t = a + b
            a = b
            b = t
            i = i + 1
        s = s + a
        k = k + 1
    return s - s // 1000000007 * 1000000007
print(main())
