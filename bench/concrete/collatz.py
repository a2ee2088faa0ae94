def main():
    n = 1
    best = 0
    while n < 60000:
        x = n
        length = 0
        while x != 1:
            if x // 2 * 2 == x:
                x = x // 2
            else:
                x = 3 * x + 1
            length = length + 1
        if length > best:
            best = length
        n = n + 1
    return best
print(main())
