def main():
    a = [0] * 64
    s = 0
    r = 0
    while r < 3500:
        a[0] = 1
        i = 1
        while i < 60:
            a[i] = 0
            j = i
            while j > 0:
                a[j] = a[j] + a[j - 1]
                j = j - 1
            i = i + 1
        s = s + a[30] - a[28]
        r = r + 1
    return s
print(main())
