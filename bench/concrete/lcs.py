def main():
    n = 24
    x = [2, 2, 1, 3, 3, 3, 2, 3, 0, 2, 1, 3, 0, 0, 1, 3, 1, 3, 1, 2, 2, 2, 3, 3]
    y = [1, 0, 1, 1, 1, 1, 3, 1, 1, 2, 0, 2, 2, 3, 1, 2, 1, 3, 0, 2, 2, 1, 2, 2]
    t = [[0] * 25 for _ in range(25)]
    s = 0
    r = 0
    while r < 5000:
        i = 1
        while i <= n:
            j = 1
            while j <= n:
                if x[i - 1] == y[j - 1]:
                    t[i][j] = t[i - 1][j - 1] + 1
                elif t[i - 1][j] > t[i][j - 1]:
                    t[i][j] = t[i - 1][j]
                else:
                    t[i][j] = t[i][j - 1]
                j = j + 1
            i = i + 1
        s = s + t[n][n]
        i = r - r // n * n
        x[i] = x[i] + 1
        if x[i] == 4:
            x[i] = 0
        r = r + 1
    return s
print(main())
