def main():
    n = 16
    a = [[0] * 18 for _ in range(18)]
    b = [[0] * 18 for _ in range(18)]
    a[8][7] = 1
    a[8][8] = 1
    a[8][9] = 1
    a[7][9] = 1
    a[6][8] = 1
    a[12][3] = 1
    a[12][4] = 1
    a[12][5] = 1
    a[3][12] = 1
    a[3][13] = 1
    a[4][12] = 1
    a[5][12] = 1
    s = 0
    r = 0
    while r < 5000:
        i = 1
        while i <= n:
            j = 1
            while j <= n:
                k = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j + 1]
                     + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1])
                if k == 3 or (k == 2 and a[i][j] == 1):
                    b[i][j] = 1
                    s = s + 1
                else:
                    b[i][j] = 0
                j = j + 1
            i = i + 1
        t = a
        a = b
        b = t
        r = r + 1
    return s
print(main())
