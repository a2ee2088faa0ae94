def main():
    word = 4294967296
    x = 2463534242
    s = 0
    i = 0
    while i < 1500000:
        x = x + x * 8192
        x = x - x // word * word
        x = x + x // 131072
        x = x - x // word * word
        x = x + x * 32 + 7
        x = x - x // word * word
        s = s + x // 16777216
        i = i + 1
    return s
print(main())
