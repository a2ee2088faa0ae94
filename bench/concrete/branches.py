def main():
    i = 0
    a = 0
    b = 7
    while i < 20000000:
        if a < b:
            a = a + 3
        else:
            a = a - 5
        if a == b:
            b = b + 1
        i = i + 1
    return a
print(main())
