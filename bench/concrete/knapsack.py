def main():
    weight = [12, 7, 11, 8, 9, 6, 5, 14, 3, 10, 15, 4]
    value = [24, 13, 23, 15, 16, 11, 9, 28, 5, 19, 30, 7]
    items = 12
    capacity = 99
    best = [0] * 100
    s = 0
    r = 0
    while r < 3500:
        w = 0
        while w <= capacity:
            best[w] = 0
            w = w + 1
        i = 0
        while i < items:
            w = capacity
            while w >= weight[i]:
                take = best[w - weight[i]] + value[i]
                if take > best[w]:
                    best[w] = take
                w = w - 1
            i = i + 1
        s = s + best[capacity]
        r = r + 1
    return s
print(main())
