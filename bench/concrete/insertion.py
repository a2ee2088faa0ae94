def main():
    a = [0] * 64
    n = 64
    seed = 7
    s = 0
    r = 0
    while r < 6000:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        i = 1
        while i < n:
            x = a[i]
            j = i - 1
            while j >= 0 and a[j] > x:
                a[j + 1] = a[j]
                j = j - 1
            a[j + 1] = x
            i = i + 1
        s = s + a[0] + a[31] * 3 + a[63]
        r = r + 1
    return s
print(main())
