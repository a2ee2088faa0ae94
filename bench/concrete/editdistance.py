def least(a, b, c):
    m = a
    if b < m:
        m = b
    if c < m:
        m = c
    return m
def main():
    n = 20
    x = [3, 3, 3, 0, 1, 2, 0, 4, 2, 1, 4, 2, 4, 0, 0, 3, 4, 3, 2, 1]
    y = [2, 0, 4, 4, 4, 4, 2, 4, 0, 0, 2, 1, 3, 1, 4, 2, 1, 4, 0, 1]
    old = [0] * 21
    new = [0] * 21
    s = 0
    r = 0
    while r < 7000:
        j = 0
        while j <= n:
            old[j] = j
            j = j + 1
        i = 1
        while i <= n:
            new[0] = i
            j = 1
            while j <= n:
                if x[i - 1] == y[j - 1]:
                    cost = 0
                else:
                    cost = 1
                new[j] = least(old[j] + 1, new[j - 1] + 1, old[j - 1] + cost)
                j = j + 1
            t = old
            old = new
            new = t
            i = i + 1
        s = s + old[n]
        i = r - r // n * n
        x[i] = x[i] + 1
        if x[i] == 5:
            x[i] = 0
        r = r + 1
    return s
print(main())
