def gcd(a, b):
    while b != 0:
        t = a - a // b * b
        a = b
        b = t
    return a
def main():
    s = 0
    i = 1
    while i <= 1800:
        j = 1
        while j <= i:
            s = s + gcd(i, j)
            j = j + 1
        i = i + 1
    return s
print(main())
