def main():
    i = 0
    s = 0
    while i < 10000000:
        s = s + i * 2 - 3
        i = i + 1
    return s
print(main())
