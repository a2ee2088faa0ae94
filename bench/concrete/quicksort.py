def sort(a, low, high):
    r = 0
    if low < high:
        pivot = a[(low + high) // 2]
        i = low
        j = high
        while i <= j:
            while a[i] < pivot:
                i = i + 1
            while a[j] > pivot:
                j = j - 1
            if i <= j:
                t = a[i]
                a[i] = a[j]
                a[j] = t
                i = i + 1
                j = j - 1
        r = sort(a, low, j)
        r = sort(a, i, high)
    return r
def main():
    a = [0] * 256
    n = 256
    seed = 5
    s = 0
    r = 0
    while r < 3300:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        t = sort(a, 0, n - 1)
        s = s + a[0] + a[100] * 3 + a[255]
        r = r + 1
    return s
print(main())
