def main():
    a = [0] * 64
    n = 64
    seed = 1
    s = 0
    r = 0
    while r < 4500:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        i = 0
        while i < n - 1:
            least = i
            j = i + 1
            while j < n:
                if a[j] < a[least]:
                    least = j
                j = j + 1
            t = a[i]
            a[i] = a[least]
            a[least] = t
            i = i + 1
        s = s + a[0] + a[31] * 3 + a[63]
        r = r + 1
    return s
print(main())
