def gcd(a, b):
    if b == 0:
        r = a
    else:
        r = gcd(b, a - a // b * b)
    return r
def main():
    coprime = 0
    i = 1
    while i <= 1600:
        j = 1
        while j <= i:
            if gcd(i, j) == 1:
                coprime = coprime + 1
            j = j + 1
        i = i + 1
    return coprime
print(main())
