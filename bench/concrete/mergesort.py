def sort(a, b, low, high):
    r = 0
    if high - low > 1:
        middle = (low + high) // 2
        r = sort(a, b, low, middle)
        r = sort(a, b, middle, high)
        i = low
        j = middle
        k = low
        while k < high:
            if j >= high or (i < middle and a[i] <= a[j]):
                b[k] = a[i]
                i = i + 1
            else:
                b[k] = a[j]
                j = j + 1
            k = k + 1
        k = low
        while k < high:
            a[k] = b[k]
            k = k + 1
    return r
def main():
    a = [0] * 256
    b = [0] * 256
    n = 256
    seed = 9
    s = 0
    r = 0
    while r < 2200:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        t = sort(a, b, 0, n)
        s = s + a[0] + a[100] * 3 + a[255]
        r = r + 1
    return s
print(main())
