def main():
    i = 10000000000
    n = i + 7000000
    s = 0
    while i < n:
        s = s + i * i
        i = i + 1
    return s
print(main())
