def main():
    i = 0
    s = 0
    while i < 2000:
        j = 0
        while j < 2000:
            s = s + i * j
            j = j + 1
        i = i + 1
    return s
print(main())
