def safe(cols, row, col):
    ok = 1
    i = 0
    while ok and i < row:
        d = cols[i] - col
        if d == 0 or d == row - i or d == i - row:
            ok = 0
        i = i + 1
    return ok
def place(cols, row, n):
    count = 0
    if row == n:
        count = 1
    else:
        col = 0
        while col < n:
            if safe(cols, row, col):
                cols[row] = col
                count = count + place(cols, row + 1, n)
            col = col + 1
    return count
def main():
    s = 0
    r = 0
    while r < 130:
        s = s + place([0, 0, 0, 0, 0, 0, 0, 0], 0, 8)
        r = r + 1
    return s
print(main())
