def main():
    seed = 42
    inside = 0
    i = 0
    while i < 2000000:
        seed = seed * 1103515245 + 12345
        seed = seed - seed // 2147483648 * 2147483648
        x = seed // 65536
        seed = seed * 1103515245 + 12345
        seed = seed - seed // 2147483648 * 2147483648
        y = seed // 65536
        if x * x + y * y < 1073741824:
            inside = inside + 1
        i = i + 1
    return inside
print(main())
