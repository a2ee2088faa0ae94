def sift(a, root, end):
    going = 1
    while going and root * 2 + 1 < end:
        child = root * 2 + 1
        if child + 1 < end and a[child] < a[child + 1]:
            child = child + 1
        if a[root] < a[child]:
            t = a[root]
            a[root] = a[child]
            a[child] = t
            root = child
        else:
            going = 0
    return 0
def main():
    a = [0] * 256
    n = 256
    seed = 11
    s = 0
    r = 0
    while r < 1800:
        i = 0
        while i < n:
            seed = seed * 1103515245 + 12345
            seed = seed - seed // 2147483648 * 2147483648
            a[i] = seed // 65536
            i = i + 1
        i = n // 2 - 1
        while i >= 0:
            t = sift(a, i, n)
            i = i - 1
        i = n - 1
        while i > 0:
            t = a[0]
            a[0] = a[i]
            a[i] = t
            t = sift(a, 0, i)
            i = i - 1
        s = s + a[0] + a[100] * 3 + a[255]
        r = r + 1
    return s
print(main())
