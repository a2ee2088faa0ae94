def main():
    a = [0] * 256
    n = 256
    seed = 3
    s = 0
    r = 0
    while r < 1600:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        gap = n // 2
        while gap > 0:
            i = gap
            while i < n:
                x = a[i]
                j = i
                while j >= gap and a[j - gap] > x:
                    a[j] = a[j - gap]
                    j = j - gap
                a[j] = x
                i = i + 1
            gap = gap // 2
        s = s + a[0] + a[100] * 3 + a[255]
        r = r + 1
    return s
print(main())
