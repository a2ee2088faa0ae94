def main():
    count = 0
    i = 0
    while i < 500000:
        n = i
        while n > 0:
            h = n // 2
            if n != h + h:
                count = count + 1
            n = h
        i = i + 1
    return count
print(main())
