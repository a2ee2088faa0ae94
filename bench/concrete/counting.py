def main():
    n = 62
    count = 0
    a = 0
    while a < n:
        b = 0
        while b < n:
            c = 0
            while c < n:
                d = 0
                while d < n:
                    count = count + 1
                    d = d + 1
                c = c + 1
            b = b + 1
        a = a + 1
    return count
print(main())
