def increment(p):
    p[0] = p[0] + 1
    return p[0]
def main():
    fizz = [0]
    buzz = [0]
    rest = [0]
    three = 0
    five = 0
    i = 0
    while i < 4000000:
        three = three + 1
        five = five + 1
        p = rest
        if three == 3:
            three = 0
            p = fizz
        if five == 5:
            five = 0
            t = increment(buzz)
        p[0] = p[0] + 1
        i = i + 1
    return fizz[0] * 1000000 + buzz[0] + rest[0]
print(main())
