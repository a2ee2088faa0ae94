def swap(p, q):
    t = p[0]
    p[0] = q[0]
    q[0] = t
    return 0
def main():
    a = [1]
    b = [2]
    c = [3]
    i = 0
    while i < 3000000:
        t = swap(a, b)
        if a[0] < b[0]:
            t = swap(b, c)
        c[0] = c[0] + 1
        i = i + 1
    return a[0] + b[0] * 3 + c[0] * 7
print(main())
